-- Expenses have a hue and an icon, as categories have.

alter table expenses
  -- One of twelve hues of equal lightness; null: guessed from the name.
  add column hue text check (hue in ('rose', 'red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'sky', 'blue',
    'violet', 'pink')),
  -- A name of lucide; null: guessed from the name.
  add column icon text;

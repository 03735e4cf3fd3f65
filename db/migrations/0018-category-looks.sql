-- Categories have a colour and a picture, and those that Earmark began with stay out of sight until they are used.

alter table categories
  -- One of twelve hues of equal lightness; null: guessed from the name.
  add column hue text check (hue in ('rose', 'red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'sky', 'blue',
    'violet', 'pink')),
  -- Earmark made it with the usual ones, and nobody has changed it since.
  add column is_starter boolean not null default false;
alter table categories alter column is_starter drop default;

-- The provider's or the file's own evidence of what a payment is, so that payments can be filed again later, above all those
-- that came before the household had a category.
alter table provider_transactions
  add column mcc text,
  add column category jsonb;

-- When the engine looks at a household next: the beginning, in its own zone, of the next day on which a payday or a due
-- date falls, or at once after a change. Null: nothing is planned.
alter table households add column due_at timestamptz;
create index households_due on households (due_at) where due_at is not null;

-- A payday runs once per schedule and nominal date, whatever day the weekend rule moved it to.
create table paydays (
  household_id uuid not null,
  funding_schedule_id uuid not null,
  nominal date not null,
  effective date not null,
  ran_at timestamptz not null,
  primary key (household_id, funding_schedule_id, nominal),
  foreign key (household_id, funding_schedule_id) references funding_schedules on delete cascade
);

-- What a payday asked for each Expense and what it gave, in cents. Asked less given is the shortfall to show.
create table payday_fundings (
  household_id uuid not null,
  day date not null,
  expense_id uuid not null,
  ordinary_planned bigint not null check (ordinary_planned >= 0),
  ordinary_funded bigint not null check (ordinary_funded between 0 and ordinary_planned),
  ahead_planned bigint not null check (ahead_planned >= 0),
  ahead_funded bigint not null check (ahead_funded between 0 and ahead_planned),
  primary key (household_id, day, expense_id),
  foreign key (household_id, expense_id) references expenses on delete cascade
);

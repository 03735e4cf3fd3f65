-- Bills that are paid every two months, and every one, two or four weeks. A number of days is a column of its own: a week is
-- not a part of a month, so no number of months is right for it.
alter table expenses drop constraint expenses_recurrence_interval_months_check;
alter table expenses
  add constraint expenses_recurrence_interval_months_check
    check (recurrence_interval_months in (1, 2, 3, 6, 12)),
  add column recurrence_interval_days smallint
    check (recurrence_interval_days in (7, 14, 28)),
  add constraint expenses_one_interval
    check (recurrence_interval_months is null or recurrence_interval_days is null);

-- The key of the payer whose deposits a schedule was made from. By it the pay is recognised after a raise, on another day,
-- and with other words, and is not proposed a second time.
alter table funding_schedules add column payer text check (payer <> '');

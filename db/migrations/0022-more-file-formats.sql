-- Workbooks, pages with tables, SWIFT's statements, Quicken's and the notices of bookings.
alter table imports drop constraint imports_format_check;
alter table imports add constraint imports_format_check check (format in
  ('csv', 'xlsx', 'xls', 'html', 'ofx', 'camt.052', 'camt.053', 'camt.054', 'mt940', 'mt942', 'qif'));

-- Imports also read workbooks of Excel 97–2003 and pages with a table, which old systems name .xls.
alter table contact_imports drop constraint contact_imports_format_check;
alter table contact_imports add constraint contact_imports_format_check check (format in ('csv', 'xlsx', 'xls', 'html'));

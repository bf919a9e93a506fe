-- expand, oldest-code: 0049
-- Imports of spreadsheets into contact lists.

alter table contact_imports
  -- Where the rows go. The list may be deleted before they are read: then nothing is imported.
  add column target text not null default 'contacts' check (target in ('contacts', 'list')),
  add column contact_list_id integer,
  -- People in the list get the name of the spreadsheet.
  add column updates_names boolean not null default false,
  add check (target = 'list' or contact_list_id is null),
  add foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete set null (contact_list_id);
create index contact_imports_list on contact_imports (company_id, contact_list_id) where contact_list_id is not null;

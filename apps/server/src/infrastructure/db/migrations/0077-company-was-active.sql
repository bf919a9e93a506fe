-- expand, oldest-code: 0056
-- Whether a deleted company was active before its deletion: companies.was_active.

alter table companies add column was_active boolean;

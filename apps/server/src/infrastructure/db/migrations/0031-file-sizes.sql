-- The sum of a company's file sizes is read from this index alone.
create index files_by_size on files (company_id) include (bytes);

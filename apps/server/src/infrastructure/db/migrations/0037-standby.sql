-- Set while another app of the same account controls the conversation (handover): automatic texts wait.
alter table tickets add column standby_since timestamptz;

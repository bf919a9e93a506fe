import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const contactNotes = pgTable(
  'contact_notes',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contactId: integer('contact_id').notNull(),
    /** Ticket in which the note was written; the note remains when the ticket is removed. */
    ticketId: integer('ticket_id'),
    userId: integer('user_id'),
    note: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type NoteRow = typeof contactNotes.$inferSelect;

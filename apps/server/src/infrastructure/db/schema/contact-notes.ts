import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const contactNotes = pgTable(
  'contact_notes',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contactId: integer('contact_id').notNull(),
    /** The conversation it was written in; the note outlives it. */
    ticketId: integer('ticket_id'),
    userId: integer('user_id'),
    note: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type NoteRow = typeof contactNotes.$inferSelect;

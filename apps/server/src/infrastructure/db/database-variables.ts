import { z } from 'zod';

const databaseUrl = z
  .string()
  .refine((text) => URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol));
const row = (meaning: string, fallback: string) =>
  ({ default: fallback, meaning, expected: 'a postgres:// address', secret: true, read: databaseUrl }) as const;

/** Rows of the table of variables. */
export const databaseVariables = {
  DATABASE_URL: row(
    'Owner connection to a PostgreSQL server, used for migrations',
    'none: the PostgreSQL that comes with the product is used',
  ),
  DATABASE_APP_URL: row('Connection of the role that serves requests; it owns no table', 'derived from DATABASE_URL'),
  DATABASE_LISTEN_URL: row(
    'Direct connection of the same role for notifications, if DATABASE_APP_URL leads to a pooler in transaction mode; statements are then not prepared',
    'DATABASE_APP_URL',
  ),
};

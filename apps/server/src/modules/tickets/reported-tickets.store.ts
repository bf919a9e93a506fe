import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';

/** Whether numbers and the live panel include a ticket: imported and unlisted ones never count. */
export const isReported = ({ importedAt, isUnlisted }: Pick<TicketRow, 'importedAt' | 'isUnlisted'>): boolean =>
  importedAt === null && !isUnlisted;
/** `isReported` as a condition on a ticket. */
export const reportedSql = (alias: string): string => `${alias}.imported_at is null and not ${alias}.is_unlisted`;

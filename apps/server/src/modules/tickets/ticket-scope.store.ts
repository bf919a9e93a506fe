import type { TicketScope } from '@balcao/domain/ticket/scope';
import { and, or, sql, type SQL } from 'drizzle-orm';

/** `isInScope` as a condition on a ticket; undefined for administrators, so that it does not affect their plans. */
export function scopeSql(scope: TicketScope, alias = 'tickets'): SQL | undefined {
  if (scope.all) return undefined;
  const column = (name: 'user_id' | 'queue_id' | 'is_group') => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
  const isGroup = column('is_group');
  const hasQueue = or(
    scope.queueIds.length === 0 ? undefined : sql`${column('queue_id')} in ${scope.queueIds}`,
    and(sql`${column('queue_id')} is null`, scope.withoutQueue ? undefined : isGroup),
  );
  return and(
    scope.groups ? undefined : sql`not ${isGroup}`,
    or(
      sql`${column('user_id')} = ${scope.userId}`,
      and(hasQueue, scope.assignedToOthers ? undefined : or(sql`${column('user_id')} is null`, isGroup)),
    ),
  );
}

/** The scope as the SQL functions `ticket_in_scope`, `queue_in_scope` and `message_hits` read it. */
export const scopeJson = (scope: TicketScope) => ({
  all: scope.all,
  userId: scope.userId,
  queueIds: scope.queueIds,
  groups: scope.groups,
  unqueued: scope.withoutQueue,
  others: scope.assignedToOthers,
  historic: scope.otherQueuesHistory,
});

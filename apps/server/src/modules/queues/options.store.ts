import type { BotOptionRow } from '../../infrastructure/db/schema/bot.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** An option with the user it assigns. */
export interface OptionRow extends BotOptionRow {
  user: { id: number; name: string } | null;
}

export const optionStore = {
  /** In menu order. A queue has a limited number of options. */
  async ofQueues(tx: Tx, queueIds: number[]): Promise<OptionRow[]> {
    return queueIds.length === 0 ? [] : tx.query<OptionRow>(ofQueues, [tx.companyId, queueIds]);
  },
};

const ofQueues = {
  name: 'queues.options-of',
  text: `select o.company_id as "companyId", o.id, o.queue_id as "queueId", o.parent_id as "parentId", o.position, o.name,
                o.greeting_message as "greetingMessage", o.kind, o.closes_ticket as "closesTicket",
                o.to_queue_id as "toQueueId", o.to_user_id as "toUserId", o.to_file_list_id as "toFileListId",
                o.to_flow_id as "toFlowId", o.to_integration_id as "toIntegrationId",
                o.created_at as "createdAt", o.updated_at as "updatedAt",
                case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user
           from bot_options o left join users u on u.company_id = o.company_id and u.id = o.to_user_id
          where o.company_id = $1 and o.queue_id = any($2::int[]) order by o.position, o.id`,
};

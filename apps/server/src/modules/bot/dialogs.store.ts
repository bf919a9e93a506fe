import type { Tx } from '../../infrastructure/db/tx.ts';

/** State of the bot in a ticket, besides the ticket's own columns. */
export interface Dialog {
  optionId: number | null;
  hasShown: boolean;
  lastReason: string;
  /** The consent question as it was sent. */
  askedText: string;
  askedLink: string;
  /** Start of the bot's pause. */
  repliedAt: Date | null;
}
export const NO_DIALOG: Dialog = {
  optionId: null,
  hasShown: false,
  lastReason: '',
  askedText: '',
  askedLink: '',
  repliedAt: null,
};

export const dialogStore = {
  async load(tx: Tx, ticketIds: number[]): Promise<Map<number, Dialog>> {
    if (ticketIds.length === 0) return new Map();
    const rows = await tx.query<Dialog & { ticketId: number }>(loadDialogs, [tx.companyId, ticketIds]);
    return new Map(rows.map(({ ticketId, ...dialog }) => [ticketId, dialog]));
  },
  async save(tx: Tx, dialogs: ({ ticketId: number } & Dialog)[]) {
    if (dialogs.length > 0) await tx.query(saveDialogs, [tx.companyId, JSON.stringify(dialogs)]);
  },
  async end(tx: Tx, ticketId: number) {
    await tx.query(endDialog, [tx.companyId, ticketId]);
  },
};

const loadDialogs = {
  name: 'bot-dialogs.load',
  text: `select n.id as "ticketId", d.option_id as "optionId", coalesce(d.has_shown, false) as "hasShown",
                coalesce(d.last_why, '') as "lastReason", coalesce(d.asked_text, '') as "askedText",
                coalesce(d.asked_link, '') as "askedLink", t.chatbot_at as "repliedAt"
           from unnest($2::int[]) as n (id)
           left join bot_dialogs d on d.company_id = $1 and d.ticket_id = n.id
           left join ticket_tracking t on t.company_id = $1 and t.ticket_id = n.id and t.finished_at is null`,
};
const saveDialogs = {
  name: 'bot-dialogs.save',
  text: `insert into bot_dialogs (company_id, ticket_id, option_id, has_shown, last_why, asked_text, asked_link)
         select $1, "ticketId", "optionId", "hasShown", "lastReason", "askedText", "askedLink"
           from jsonb_to_recordset($2::jsonb) as w ("ticketId" int, "optionId" int, "hasShown" boolean, "lastReason" text,
             "askedText" text, "askedLink" text)
         on conflict (company_id, ticket_id) do update
            set option_id = excluded.option_id, has_shown = excluded.has_shown, last_why = excluded.last_why,
                asked_text = excluded.asked_text, asked_link = excluded.asked_link, updated_at = now()`,
};
const endDialog = {
  name: 'bot-dialogs.end',
  text: 'delete from bot_dialogs where company_id = $1 and ticket_id = $2',
};

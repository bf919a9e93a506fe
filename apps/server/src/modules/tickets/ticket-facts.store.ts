import { companySettings, type SettingValue } from '@balcao/domain/settings/company-settings';
import type { TicketFacts } from '@balcao/domain/ticket/ticket';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** The settings that a decision about a ticket reads. */
const settingOf = {
  greetsOnAccept: 'sendGreetingAccepted',
  sendsFarewellWhileWaiting: 'sendFarewellWaitingTicket',
  announcesTransfer: 'sendMsgTransfTicket',
  closesOnTransfer: 'closeTicketOnTransfer',
  requiresTag: 'requiredTag',
  asksRating: 'userRating',
} as const satisfies Record<keyof TicketFacts['settings'], keyof typeof companySettings>;

interface FactsRow extends Pick<TicketFacts, 'connection' | 'contactHasTags' | 'isRated'> {
  settings: Record<string, SettingValue>;
}

export const ticketFactStore = {
  /** One statement: every command of a ticket needs all of them. Undefined for an unknown ticket. */
  async of(tx: Tx, ticketId: number): Promise<TicketFacts | undefined> {
    const values = [tx.companyId, ticketId, Object.values(settingOf)];
    const [row] = await tx.query<FactsRow & Record<string, unknown>>(facts, values);
    if (!row) return undefined;
    const { settings: stored, connection, contactHasTags, isRated } = row;
    const isOn = (name: keyof typeof settingOf) => {
      const value = stored[settingOf[name]] ?? companySettings[settingOf[name]].default;
      return value === 'enabled' || value === true;
    };
    return {
      settings: {
        greetsOnAccept: isOn('greetsOnAccept'),
        sendsFarewellWhileWaiting: isOn('sendsFarewellWhileWaiting'),
        announcesTransfer: isOn('announcesTransfer'),
        closesOnTransfer: isOn('closesOnTransfer'),
        requiresTag: isOn('requiresTag'),
        asksRating: isOn('asksRating'),
      },
      connection,
      contactHasTags,
      isRated,
    };
  },
};

const facts = {
  name: 'tickets.facts',
  text: `select coalesce((select jsonb_object_agg(s.key, s.value) from company_settings s
                           where s.company_id = $1 and s.key = any($3::text[])), '{}') as settings,
                (select jsonb_build_object('isConnected', c.status = 'CONNECTED', 'groupAsTicket', c.group_as_ticket,
                                           'hasRatingText', c.rating_message ~ '\\S')
                   from connections c where c.company_id = $1 and c.id = t.connection_id) as connection,
                exists (select from contact_tags ct join tags g on g.company_id = $1 and g.id = ct.tag_id
                         where ct.company_id = $1 and ct.contact_id = t.contact_id) as "contactHasTags",
                exists (select from ticket_tracking k where k.company_id = $1 and k.ticket_id = t.id
                           and k.finished_at is null and k.rating_at is not null) as "isRated"
           from tickets t where t.company_id = $1 and t.id = $2`,
};

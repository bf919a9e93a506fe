import type { ErrorCode } from '@balcao/contract';
import { decideEligibility, type Eligibility } from '@balcao/domain/campaign/eligibility';
import { coldDays } from '@balcao/domain/campaign/pace';
import { phoneKey } from '@balcao/domain/contact/phone';
import { isWindowOpen } from '@balcao/domain/message/window';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { BudgetGrant } from '../connection-health/index.ts';
import type { FullConnection } from '../connections/index.ts';
import { parseTypedNumber } from '../contacts/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import { allowedBefore, contentOf, findSaved, type AssertDraft, type CampaignDraft } from './campaigns.ts';
import { createRecipientContent } from './recipient-content.ts';

/** Why the budget of a phone grants no test. */
const refusals: Partial<Record<BudgetGrant['reason'], ErrorCode>> = {
  unhealthy: 'ERR_CAMPAIGN_TEST_UNHEALTHY',
  cold: 'ERR_CAMPAIGN_TEST_COLD',
  'day-used-up': 'ERR_CAMPAIGN_TEST_LIMIT',
};

/** Sends one variant of a draft to a number of the user, where no list shows it. Nothing is stored in the ledger. */
export function createTestMessage(
  deps: CampaignDeps,
  { settings, assertDraft }: { settings: CampaignSettings; assertDraft: AssertDraft },
) {
  const { db, clock, connections, connectionHealth, contacts, tickets, messages } = deps;
  const content = createRecipientContent(deps);

  async function getConnection(tx: Tx, draft: CampaignDraft): Promise<FullConnection> {
    const connection = assertFound(await connections.inTx.find(tx, draft.connectionId ?? 0), 'ERR_NO_WAPP_FOUND');
    if (connection.status !== 'CONNECTED') refuse('ERR_WAPP_NOT_INITIALIZED');
    if (connection.channel !== 'whatsapp' && connection.channel !== 'whatsappapi') refuse('ERR_CONTENT_UNSUPPORTED');
    if (connection.channel === 'whatsapp' && connection.health.status === 'red') refuse('ERR_CAMPAIGN_TEST_UNHEALTHY');
    return connection;
  }
  async function hasWritten(tx: Tx, phone: string, connectionId: number): Promise<boolean> {
    const ids = await contacts.inTx.findIdsByPhone(tx, [phone]);
    return (await tickets.inTx.lastInboundOf(tx, [...ids.values()], connectionId)).size > 0;
  }
  /** Writing to a number without WhatsApp harms a phone. */
  async function assertExists(companyId: number, phone: string, connectionId: number): Promise<void> {
    const found = await connections.checkNumber(companyId, phone, connectionId);
    if (found === 'unchecked') refuse('ERR_WAPP_CHECK_CONTACT');
    if (found === 'unknown') refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'invalid' });
  }
  /** The channel blocks a phone for a test as for any message: a test counts, and is refused when a campaign would wait. */
  async function reserve(
    tx: Tx,
    connection: FullConnection,
    { coldAllowedAt, scheduledAt }: Pick<CampaignRow, 'coldAllowedAt' | 'scheduledAt'>,
    person: { address: string; isCold: boolean },
  ): Promise<void> {
    const { granted, reason } = await connectionHealth.budget.reserve(
      tx,
      connection.id,
      [person],
      coldAllowedAt === null ? {} : { coldAllowedDays: coldDays(coldAllowedAt, scheduledAt, clock.now()) },
    );
    if (granted.length === 0) refuse(refusals[reason] ?? 'ERR_TOO_MANY_TRIES');
    // The budget grants everybody whom it has counted, also for another campaign.
    if (person.isCold && coldAllowedAt === null) refuse('ERR_CAMPAIGN_TEST_COLD');
  }

  return async function sendTest(
    actor: Actor,
    draft: CampaignDraft,
    { id, number, variant }: { id: number | null; number: string; variant: number },
  ): Promise<void> {
    const { phone, connectionId, isColdOfPhone } = await db.readCompany(actor.companyId, async (tx) => {
      await assertDraft(tx, actor, draft, { isComplete: false, ...allowedBefore(await findSaved(tx, id), draft) });
      const typed = parseTypedNumber(number, await contacts.inTx.defaultCountry(tx));
      const connection = await getConnection(tx, draft);
      const isCold = connection.channel === 'whatsapp' && !(await hasWritten(tx, typed, connection.id));
      return { phone: typed, connectionId: connection.id, isColdOfPhone: isCold };
    });
    if (isColdOfPhone && draft.allowsCold) await assertExists(actor.companyId, phone, connectionId);
    await db.inCompany(actor.companyId, async (tx) => {
      const connection = await getConnection(tx, draft);
      const saved = await findSaved(tx, id);
      const parts = contentOf(draft, saved);
      const contact = await contacts.inTx.resolveContact(tx, {
        peer: { identities: [{ kind: 'phone', value: phone }], isGroup: false },
        channel: connection.channel,
        connectionId: connection.id,
        acceptsAudio: await contacts.inTx.acceptsAudio(tx),
      });
      const ticket = await tickets.inTx.findLiveOrUnlisted(tx, contact, connection);
      const lastInboundAt = await tickets.inTx.lastInbound(tx, ticket);
      if (connection.channel === 'whatsapp') {
        const coldAllowedAt = draft.allowsCold ? (saved?.coldAllowedAt ?? clock.now()) : null;
        const { scheduledAt } = draft;
        const isCold = lastInboundAt === null;
        await reserve(tx, connection, { coldAllowedAt, scheduledAt }, { address: phoneKey(phone), isCold });
      }
      const present = { ...ticket, lastInboundAt };
      const person = { name: contact.name, number: phone, email: contact.email };
      const { variables } = await settings.inTx.get(tx);
      const text = draft.messages[variant - 1] ?? '';
      const hasText = text.trim() !== '';
      const hours = connections.windowHours(connection.provider, connection.channel);
      const isOpen = hours === null ? null : isWindowOpen(hours, lastInboundAt, clock.now());
      const sendables =
        contentTypeOf(connection.channel, isOpen, { hasText, hasTemplate: draft.templateId !== null }) === 'template'
          ? [await content.templateOf(tx, present, parts, person, variables)]
          : await content.contentsOf(tx, present, parts, text, person, variables);
      const by = { origin: 'api' as const, userId: actor.userId };
      for (const part of sendables) await messages.sendInTx(tx, present, { content: part }, by, { isRendered: true });
    });
  };
}

/** As for a recipient who may be contacted. What cannot be sent is refused when it is sent. */
function contentTypeOf(
  channel: FullConnection['channel'],
  isOpen: boolean | null,
  has: { hasText: boolean; hasTemplate: boolean },
): Extract<Eligibility, { type: 'send' }>['content'] {
  const known = { isValid: true, hasAddress: true, isBlocked: false, hasOptedOut: false, hasWritten: true };
  const decision = decideEligibility({ ...known, ...has, channel, isWindowOpen: isOpen, allowsCold: true });
  if (decision.type === 'send') return decision.content;
  return has.hasText ? 'text' : 'template';
}

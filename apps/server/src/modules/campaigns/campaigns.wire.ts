import type {
  Campaign,
  CampaignConnection,
  CampaignCounts,
  CampaignDraft as CampaignDraftSchema,
  CampaignExport,
  CampaignSetting,
  Forecast,
  Shipping,
} from '@balcao/contract/endpoints/campaigns';
import { MAX_VARIANTS } from '@balcao/domain/campaign/campaign';
import { editableParts } from '@balcao/domain/campaign/machine';
import { fillText, valuesOf } from '@balcao/domain/campaign/render';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import { instantOf } from '@balcao/domain/hours/hours';
import type { z } from 'zod';
import type { CampaignExportRow, CampaignSettingRow, StoredCounts } from '../../infrastructure/db/schema/campaigns.ts';
import { presentHealthBrief } from '../connections/index.ts';
import type { ConnectionView } from './campaign-connections.ts';
import type { CampaignEnd } from './campaign-forecast.ts';
import type { CampaignDraft } from './campaigns.ts';
import type { FullCampaign } from './campaigns.store.ts';
import { mediaTypeOf } from './recipient-content.ts';
import type { RecipientView } from './report.store.ts';

// Maps domain names to the names of the wire.

type Sent = z.output<typeof CampaignDraftSchema>;
const numbers = Array.from({ length: MAX_VARIANTS }, (_, index) => index + 1);
const textsOf = (draft: Sent, field: 'message' | 'confirmationMessage'): string[] =>
  numbers.map((n) => draft[`${field}${n}` as 'message1']);

/** A time without a zone is one of the company's. */
const timeOf = (text: string, timeZone: string): Date =>
  /(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : instantOf(text.slice(0, 16), timeZone);

export const parseCampaign = (draft: Sent, timeZone: string): CampaignDraft => ({
  name: draft.name,
  messages: textsOf(draft, 'message'),
  confirmations: textsOf(draft, 'confirmationMessage'),
  asksConfirmation: draft.confirmation,
  scheduledAt: draft.scheduledAt === null ? null : timeOf(draft.scheduledAt, timeZone),
  contactListId: draft.contactListId ?? null,
  tagId: draft.tagListId ?? null,
  connectionId: draft.whatsappId,
  opensTicket: draft.openTicket === 'enabled',
  ticketStatus: draft.statusTicket,
  // A message that opens no ticket has no agent and no queue.
  userId: draft.openTicket === 'enabled' ? (draft.userId ?? null) : null,
  queueId: draft.openTicket === 'enabled' ? (draft.queueId ?? null) : null,
  templateId: draft.templateId ?? null,
  templateValues: draft.templateValues,
  rateMode: draft.rateMode,
  localHours: draft.localHours,
  allowsCold: draft.allowCold,
  coldConfirmation: draft.coldConfirmation,
});

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const sum = (counts: StoredCounts, ...states: (keyof StoredCounts)[]): number =>
  states.reduce((total, state) => total + (counts[state] ?? 0), 0);

export function presentCounts(counts: StoredCounts): CampaignCounts {
  const { skipped = 0, replied = 0, ...others } = counts;
  return {
    recipients: Object.values(others).reduce((total, count) => total + count, 0),
    waiting: sum(counts, 'planned', 'asking', 'asked', 'confirmed', 'queued', 'held'),
    asked: sum(counts, 'asked'),
    sent: sum(counts, 'sent', 'delivered', 'read'),
    failed: sum(counts, 'failed', 'unknown'),
    declined: sum(counts, 'declined', 'no-answer'),
    skipped,
    replied,
  };
}

export function presentCampaign(row: FullCampaign, { sign, now }: { sign(key: string): string; now: Date }): Campaign {
  const texts = Object.fromEntries(
    numbers.flatMap((n) => [
      [`message${n}`, row.messages[n - 1] ?? ''],
      [`confirmationMessage${n}`, row.confirmations[n - 1] ?? ''],
    ]),
  ) as Pick<Campaign, 'message1' | 'message2' | 'message3' | 'message4' | 'message5'> &
    Pick<
      Campaign,
      | 'confirmationMessage1'
      | 'confirmationMessage2'
      | 'confirmationMessage3'
      | 'confirmationMessage4'
      | 'confirmationMessage5'
    >;
  const isWaiting = row.status === 'EM_ANDAMENTO' && row.hold === null && row.waitUntil !== null && row.waitUntil > now;
  return {
    id: row.id,
    name: row.name,
    ...texts,
    confirmation: row.asksConfirmation,
    status: row.status,
    scheduledAt: iso(row.scheduledAt),
    completedAt: iso(row.completedAt),
    contactListId: row.contactListId,
    contactList: row.contactList && {
      id: row.contactList.id,
      name: row.contactList.name,
      contactsCount: row.contactList.itemCount,
    },
    tagListId: row.tagId,
    tag: row.tag,
    source: row.source && row.sourceFilter ? { ...row.source, filter: row.sourceFilter } : null,
    whatsappId: row.connectionId,
    whatsapp: row.connection && {
      id: row.connection.id,
      name: row.connection.name,
      channel: row.connection.channel,
    },
    userId: row.userId,
    user: row.user && { id: row.user.id, name: row.user.name },
    queueId: row.queueId,
    queue: row.queue && { id: row.queue.id, name: row.queue.name, color: row.queue.color },
    statusTicket: row.ticketStatus,
    openTicket: row.opensTicket ? 'enabled' : 'disabled',
    ...(row.mediaKey === null
      ? { mediaPath: null, mediaName: null, mediaType: null, mediaUrl: null }
      : {
          mediaPath: row.mediaName,
          mediaName: row.mediaName,
          mediaType: mediaTypeOf(row.mediaMime),
          mediaUrl: sign(row.mediaKey),
        }),
    templateId: row.templateId,
    templateValues: row.templateValues,
    rateMode: row.rateMode,
    localHours: row.localHours,
    allowCold: row.coldAllowedAt !== null,
    stoppedVariants: row.stoppedVariants,
    hold: row.hold && {
      reason: row.hold,
      until: iso(row.holdUntil),
      user: row.holdUser && { id: row.holdUser.id, name: row.holdUser.name },
      detail: row.holdDetail,
    },
    waiting: isWaiting && row.waitReason ? { reason: row.waitReason, until: row.waitUntil!.toISOString() } : null,
    isPlanned: row.plannedAt !== null,
    counts: presentCounts(row.counts),
    endsAt: row.hold === null ? iso(row.endsAt) : null,
    editable: editableParts(row, now),
    author: row.author && { id: row.author.id, name: row.author.name },
    createdAt: row.createdAt.toISOString(),
  };
}

const WITH_ERROR = new Set(['failed', 'skipped']);

export function presentRecipient(
  row: RecipientView,
  campaign: Pick<FullCampaign, 'messages' | 'confirmations' | 'asksConfirmation'>,
  { masked, now }: { masked: boolean; now: Date },
): Shipping {
  const person = masked
    ? { name: maskName(row.name), number: row.number && maskNumber(row.number), email: '' }
    : { name: row.name, number: row.number, email: row.email };
  const textOf = (texts: readonly string[], variant: number | null) =>
    variant === null ? '' : fillText(texts[variant - 1] ?? '', valuesOf(person, []));
  const isAsked = row.askedAt !== null || row.state === 'asking';
  return {
    id: row.id,
    campaignId: row.campaignId,
    contactId: row.contactId,
    number: person.number,
    name: person.name,
    message: textOf(campaign.messages, row.variant),
    confirmationMessage: isAsked ? textOf(campaign.confirmations, row.confirmVariant) : null,
    confirmation: row.confirmedAt !== null ? true : row.state === 'declined' ? false : null,
    confirmationRequestedAt: iso(row.askedAt),
    confirmedAt: iso(row.confirmedAt),
    deliveredAt: iso(row.deliveredAt),
    state: row.state,
    reason: WITH_ERROR.has(row.state) ? row.reason : '',
    variant: row.variant,
    sentAt: iso(row.sentAt),
    readAt: iso(row.readAt),
    repliedAt: iso(row.repliedAt),
    optedOutAt: iso(row.optedOutAt),
    notBefore: row.state === 'planned' && row.notBefore > now ? iso(row.notBefore) : null,
    ticketId: row.ticketId,
  };
}

/** A campaign that has ended or was cancelled has no forecast. */
export const presentForecast = (end: CampaignEnd | undefined): Forecast =>
  end
    ? { endsAt: iso(end.endsAt), reason: end.reason, days: end.days, isLimitedByBudget: end.isLimitedByBudget }
    : { endsAt: null, reason: null, days: [], isLimitedByBudget: false };

export const presentSetting = ({ id, key, value, companyId }: CampaignSettingRow): CampaignSetting => ({
  id,
  key,
  value,
  companyId,
});

export const presentExport = (row: CampaignExportRow, url: string | null = null): CampaignExport => ({
  id: row.id,
  status: row.status,
  rows: row.rowCount,
  url,
  createdAt: row.createdAt.toISOString(),
});

export const presentConnection = (view: ConnectionView): CampaignConnection => {
  const { connection, budget } = view;
  return {
    id: connection.id,
    name: connection.name,
    number: connection.number,
    channel: connection.channel,
    status: connection.status,
    health: presentHealthBrief(connection.health),
    budget: {
      perDay: budget.maxPerDay,
      taken: budget.reached,
      left: budget.maxPerDay === null ? null : Math.max(0, budget.maxPerDay - budget.reached),
      sharedWith: budget.sharedWith,
    },
    failedPercent: view.failedPercent,
    optedOutPercent: view.optedOutPercent,
    share: view.share,
    running: view.running,
    hold: view.hold && { reason: view.hold.reason, until: iso(view.hold.until) },
  };
};

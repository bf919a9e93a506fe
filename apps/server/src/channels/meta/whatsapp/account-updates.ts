/** Parses updates of the account itself: health, limits, templates. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { HealthUpdate, ChannelEvent, TemplateInfo } from '../../port.ts';
import { seconds, text, optionalText } from '../field-parsers.ts';
import { isoFromSeconds, logged, plainLabel } from '../../unrecognized.ts';

/** Undefined for other fields; `at` is the time of the delivery, `own` the account's number if known. */
export function parseAccountUpdate(field: string, value: unknown, { at, own }: About): ChannelEvent[] | undefined {
  if (ignoredFields.has(field)) return [];
  if (loggedFields.has(field)) return [logged(field, { detail: summaryOf(value), at })];
  const parse = Object.hasOwn(parsers, field) ? parsers[field] : undefined;
  return parse && (parse(value, { at, own }) ?? [logged(field, { at })]);
}
interface About {
  at: string;
  own: string;
}

export const templateStatus = (metaStatus: string): TemplateInfo['status'] =>
  statuses[metaStatus.toUpperCase()] ?? 'pending';
const statuses: Readonly<Record<string, TemplateInfo['status']>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  // Low quality, but still usable.
  FLAGGED: 'approved',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  LOCKED: 'paused',
  DISABLED: 'disabled',
  DELETED: 'disabled',
  PENDING_DELETION: 'disabled',
  ARCHIVED: 'disabled',
  LIMIT_EXCEEDED: 'disabled',
};

/** `TIER_1K` and the like as a number of contacts per day, or `unlimited`. */
function parseDailyLimit(tier: string | number): string | undefined {
  // Meta reports −1 for a portfolio without a limit.
  if (Number(tier) === -1 || /UNLIMITED/i.test(String(tier))) return 'unlimited';
  if (typeof tier === 'number') return Number.isInteger(tier) && tier > 0 ? String(tier) : undefined;
  const match = /^(?:TIER_)?(\d{1,9})(K|M)?$/i.exec(tier);
  if (!match) return undefined;
  const times = { K: 1000, M: 1_000_000 }[(match[2] ?? '').toUpperCase()] ?? 1;
  return String(Number(match[1]) * times);
}

/** Frequent fields without a use here. */
const ignoredFields = new Set([
  'automatic_events',
  // The address book of the phone: contacts are created when they write.
  'smb_app_state_sync',
  'tracking_events',
]);
/** Fields about the account that change nothing here; the log of the connection shows them. */
const loggedFields = new Set([
  'account_review_update',
  'account_settings_update',
  'business_status_update',
  'business_username_update',
  'flows',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
  'message_template_components_update',
  'messaging_handovers',
  'partner_solutions',
  'payment_configuration_update',
  'phone_number_name_update',
  'security',
  'template_category_update',
]);
/** Fields whose values are fixed words of the API, never words of a customer. */
const SUMMARY_FIELDS = [
  'event',
  'decision',
  'status',
  'old_status',
  'new_status',
  'message_template_name',
  'new_category',
  'rejection_reason',
] as const;
function summaryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return SUMMARY_FIELDS.flatMap((field) => {
    const word = (value as Record<string, unknown>)[field];
    return typeof word === 'string' && word !== '' ? [plainLabel(word)] : [];
  }).join(' · ');
}

type Parser = (value: unknown, about: About) => ChannelEvent[] | undefined;
const parserFor =
  <T extends z.ZodType>(schema: T, parse: (parsed: z.output<T>, about: About) => ChannelEvent[]): Parser =>
  (value, about) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parse(parsed.data, about) : undefined;
  };
const health = (update: HealthUpdate, detail: string, at: string, until?: string): ChannelEvent => ({
  type: 'health',
  update,
  detail,
  at,
  ...(until !== undefined && { until }),
});
const tier = z.union([z.string(), z.number()]).optional().catch(undefined);
const limitOf = (limit: string | number | undefined, at: string): ChannelEvent[] => {
  const perDay = limit === undefined ? undefined : parseDailyLimit(limit);
  return perDay === undefined ? [] : [health('limit', perDay, at)];
};

const Alert = z.object({ alert_severity: text, alert_type: optionalText, alert_description: optionalText });

const parsers: Readonly<Record<string, Parser>> = {
  account_update: parserFor(
    z.object({
      event: text,
      ban_info: z.object({ waba_ban_state: optionalText, waba_ban_date: optionalText }).optional().catch(undefined),
      restriction_info: z
        .array(z.object({ restriction_type: optionalText, expiration: seconds }))
        .optional()
        .catch(undefined),
      violation_info: z.object({ violation_type: optionalText }).optional().catch(undefined),
    }),
    ({ event, ban_info, restriction_info = [], violation_info }, { at }) => {
      const detail = [
        event,
        ban_info?.waba_ban_state,
        violation_info?.violation_type,
        ...restriction_info.map(({ restriction_type, expiration }) =>
          expiration > 0 ? `${restriction_type} → ${isoFromSeconds(expiration)}` : restriction_type,
        ),
      ]
        .filter((part) => part)
        .join(': ');
      if (ban_info) return [health(updateByBanState[ban_info.waba_ban_state] ?? 'restricted', detail, at)];
      const update = Object.hasOwn(updateByEvent, event) ? updateByEvent[event] : undefined;
      const end = Math.max(0, ...restriction_info.map(({ expiration }) => expiration));
      const until = update === 'restricted' && end > 0 ? isoFromSeconds(end) : undefined;
      return update ? [health(update, detail, at, until)] : [logged('account_update', { detail, at })];
    },
  ),
  account_alerts: parserFor(
    // Older API versions have no `alert_info` wrapper.
    z.union([z.object({ alert_info: Alert }).transform((wrapper) => wrapper.alert_info), Alert]),
    ({ alert_severity, alert_type, alert_description }, { at }) =>
      alert_severity === 'CRITICAL'
        ? [health('restricted', alert_description || alert_type, at)]
        : [logged('account_alerts', { detail: alert_description || alert_type, at })],
  ),
  phone_number_quality_update: parserFor(
    z.object({
      event: text,
      display_phone_number: optionalText,
      current_limit: tier,
      max_daily_conversations_per_business: tier,
    }),
    ({ event, display_phone_number, current_limit, max_daily_conversations_per_business: ofAll }, { at, own }) => {
      // Sent to every number of the business account. For another number only the shared limit applies.
      const about = display_phone_number.replace(/\D/g, '');
      if (own !== '' && about !== '' && phoneKey(about) !== phoneKey(own)) return limitOf(ofAll, at);
      return [
        ...(event === 'FLAGGED' ? [health('quality-low', event, at)] : []),
        ...(event === 'UNFLAGGED' ? [health('quality-high', event, at)] : []),
        ...limitOf(ofAll ?? current_limit, at),
      ];
    },
  ),
  business_capability_update: parserFor(
    z.object({ max_daily_conversation_per_phone: tier, max_daily_conversations_per_business: tier }),
    ({ max_daily_conversation_per_phone, max_daily_conversations_per_business }, { at }) =>
      limitOf(max_daily_conversations_per_business ?? max_daily_conversation_per_phone, at),
  ),
  message_template_status_update: parserFor(
    z.object({
      event: text,
      message_template_name: text,
      message_template_language: optionalText,
      reason: optionalText,
      other_info: z.object({ description: optionalText }).optional().catch(undefined),
      rejection_info: z.object({ reason: optionalText, recommendation: optionalText }).optional().catch(undefined),
    }),
    ({ event, message_template_name, message_template_language, reason, other_info, rejection_info }) => [
      {
        type: 'template',
        name: message_template_name,
        language: message_template_language,
        status: templateStatus(event),
        because: other_info?.description || rejection_info?.reason || (reason === 'NONE' ? '' : reason),
      },
    ],
  ),
  // May arrive before or after the status update that it causes.
  message_template_quality_update: parserFor(
    z.object({ message_template_name: text, message_template_language: optionalText, new_quality_score: optionalText }),
    ({ message_template_name, message_template_language, new_quality_score: score }) => [
      {
        type: 'template',
        name: message_template_name,
        language: message_template_language,
        because: score === 'RED' || score === 'YELLOW' ? `quality ${score}` : '',
      },
    ],
  ),
};

const updateByBanState: Readonly<Record<string, HealthUpdate>> = {
  DISABLE: 'banned',
  REINSTATE: 'restored',
  SCHEDULE_FOR_DISABLE: 'restricted',
};
/** Other events (verified, shared, location set) do not change the health. */
const updateByEvent: Readonly<Record<string, HealthUpdate>> = {
  ACCOUNT_DELETED: 'banned',
  DISABLED_UPDATE: 'banned',
  PARTNER_REMOVED: 'banned',
  PARTNER_APP_UNINSTALLED: 'banned',
  ACCOUNT_OFFBOARDED: 'banned',
  ACCOUNT_RESTRICTION: 'restricted',
  ACCOUNT_VIOLATION: 'restricted',
  ACCOUNT_RECONNECTED: 'restored',
};

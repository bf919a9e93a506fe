/** What Meta tells about the account itself: its health, its limits, its templates. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { HealthNews, Signal, TemplateInfo } from '../../port.ts';
import { seconds, text, words } from '../words.ts';
import { momentOf } from '../../puzzle.ts';

/** Undefined for a field that is none of these; `at` is the hour of the delivery, `own` the account's number if known. */
export function readNews(field: string, value: unknown, { at, own }: About): Signal[] | undefined {
  if (quiet.has(field)) return [];
  const read = Object.hasOwn(readers, field) ? readers[field] : undefined;
  return read?.(value, { at, own });
}
interface About {
  at: string;
  own: string;
}

export const templateStatus = (told: string): TemplateInfo['status'] => statuses[told.toUpperCase()] ?? 'pending';
const statuses: Readonly<Record<string, TemplateInfo['status']>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  // Bad marks, but still in use.
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

/** «TIER_1K» and the like, as a number of people a day; `unlimited` where there is none. */
function peopleADay(tier: string | number): string | undefined {
  if (typeof tier === 'number') return Number.isInteger(tier) && tier > 0 ? String(tier) : undefined;
  if (/UNLIMITED/i.test(tier)) return 'unlimited';
  const match = /^(?:TIER_)?(\d{1,9})(K|M)?$/i.exec(tier);
  if (!match) return undefined;
  const times = { K: 1000, M: 1_000_000 }[(match[2] ?? '').toUpperCase()] ?? 1;
  return String(Number(match[1]) * times);
}

/** Told for the sake of completeness: nothing here depends on it. */
const quiet = new Set([
  'account_review_update',
  'account_settings_update',
  'automatic_events',
  'business_status_update',
  'business_username_update',
  'flows',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
  'message_template_components_update',
  'partner_solutions',
  'payment_configuration_update',
  'phone_number_name_update',
  'security',
  // The address book of the phone: people are met when they write.
  'smb_app_state_sync',
  'template_category_update',
  'tracking_events',
  'user_preferences',
]);

type Read = (value: unknown, about: About) => Signal[] | undefined;
const reading =
  <T extends z.ZodType>(schema: T, read: (told: z.output<T>, about: About) => Signal[]): Read =>
  (value, about) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? read(parsed.data, about) : undefined;
  };
const health = (what: HealthNews, detail: string, at: string): Signal => ({ is: 'health', what, detail, at });
const tier = z.union([z.string(), z.number()]).optional().catch(undefined);
const limitOf = (told: string | number | undefined, at: string): Signal[] => {
  const people = told === undefined ? undefined : peopleADay(told);
  return people === undefined ? [] : [health('limit', people, at)];
};

const Alert = z.object({ alert_severity: text, alert_type: words, alert_description: words });

const readers: Readonly<Record<string, Read>> = {
  account_update: reading(
    z.object({
      event: text,
      ban_info: z.object({ waba_ban_state: words, waba_ban_date: words }).optional().catch(undefined),
      restriction_info: z
        .array(z.object({ restriction_type: words, expiration: seconds }))
        .optional()
        .catch(undefined),
      violation_info: z.object({ violation_type: words }).optional().catch(undefined),
    }),
    ({ event, ban_info, restriction_info = [], violation_info }, { at }) => {
      const detail = [
        event,
        ban_info?.waba_ban_state,
        violation_info?.violation_type,
        ...restriction_info.map(({ restriction_type, expiration }) =>
          expiration > 0 ? `${restriction_type} → ${momentOf(expiration)}` : restriction_type,
        ),
      ]
        .filter((one) => one)
        .join(': ');
      if (ban_info) return [health(banned[ban_info.waba_ban_state] ?? 'restricted', detail, at)];
      const what = Object.hasOwn(standing, event) ? standing[event] : undefined;
      return what ? [health(what, detail, at)] : [];
    },
  ),
  account_alerts: reading(
    // Older versions have no room of its own for it.
    z.union([z.object({ alert_info: Alert }).transform((told) => told.alert_info), Alert]),
    ({ alert_severity, alert_type, alert_description }, { at }) =>
      alert_severity === 'CRITICAL' ? [health('restricted', alert_description || alert_type, at)] : [],
  ),
  phone_number_quality_update: reading(
    z.object({
      event: text,
      display_phone_number: words,
      current_limit: tier,
      max_daily_conversations_per_business: tier,
    }),
    ({ event, display_phone_number, current_limit, max_daily_conversations_per_business: ofAll }, { at, own }) => {
      // Told to every number of the business account: of a neighbour's only what holds for all of them is ours too.
      const about = display_phone_number.replace(/\D/g, '');
      if (own !== '' && about !== '' && phoneKey(about) !== phoneKey(own)) return limitOf(ofAll, at);
      return [
        ...(event === 'FLAGGED' ? [health('quality-low', event, at)] : []),
        ...(event === 'UNFLAGGED' ? [health('quality-high', event, at)] : []),
        ...limitOf(ofAll ?? current_limit, at),
      ];
    },
  ),
  business_capability_update: reading(
    z.object({ max_daily_conversation_per_phone: tier, max_daily_conversations_per_business: tier }),
    ({ max_daily_conversation_per_phone, max_daily_conversations_per_business }, { at }) =>
      limitOf(max_daily_conversations_per_business ?? max_daily_conversation_per_phone, at),
  ),
  message_template_status_update: reading(
    z.object({
      event: text,
      message_template_name: text,
      message_template_language: words,
      reason: words,
      other_info: z.object({ description: words }).optional().catch(undefined),
      rejection_info: z.object({ reason: words, recommendation: words }).optional().catch(undefined),
    }),
    ({ event, message_template_name, message_template_language, reason, other_info, rejection_info }) => [
      {
        is: 'template',
        name: message_template_name,
        language: message_template_language,
        status: templateStatus(event),
        because: other_info?.description || rejection_info?.reason || (reason === 'NONE' ? '' : reason),
      },
    ],
  ),
  // May come before or after the word that it was stopped for it.
  message_template_quality_update: reading(
    z.object({ message_template_name: text, message_template_language: words, new_quality_score: words }),
    ({ message_template_name, message_template_language, new_quality_score: score }) => [
      {
        is: 'template',
        name: message_template_name,
        language: message_template_language,
        because: score === 'RED' || score === 'YELLOW' ? `quality ${score}` : '',
      },
    ],
  ),
};

const banned: Readonly<Record<string, HealthNews>> = {
  DISABLE: 'banned',
  REINSTATE: 'restored',
  SCHEDULE_FOR_DISABLE: 'restricted',
};
/** Other events (verified, shared, a place set) leave the account as it is. */
const standing: Readonly<Record<string, HealthNews>> = {
  ACCOUNT_DELETED: 'banned',
  DISABLED_UPDATE: 'banned',
  PARTNER_REMOVED: 'banned',
  PARTNER_APP_UNINSTALLED: 'banned',
  ACCOUNT_OFFBOARDED: 'banned',
  ACCOUNT_RESTRICTION: 'restricted',
  ACCOUNT_VIOLATION: 'restricted',
  ACCOUNT_RECONNECTED: 'restored',
};

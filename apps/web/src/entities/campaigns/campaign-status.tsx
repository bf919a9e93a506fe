/** Status of a campaign, why it waits and when it ends, in words. */
import type { Campaign } from '@balcao/contract/endpoints/campaigns';
import { skipReasons, type RecipientState } from '@balcao/domain/campaign/campaign';
import { endsByItself } from '@balcao/domain/campaign/machine';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { knownErrorText } from '../../lib/error-text.ts';
import { formatDate, formatTime, homeTimeZone } from '../../lib/format.ts';
import { useLanguage, type Language } from '../../lib/language.tsx';
import { translate, type Values } from '../../lib/texts.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { StatusPill } from '../../ui/index.ts';
import { campaignTexts, type CampaignText } from './campaign.texts.ts';

type Shown = Pick<Campaign, 'status' | 'hold' | 'waiting' | 'isPlanned'>;
type Tone = 'success' | 'neutral' | 'danger' | 'warn' | 'info';

const tones: Record<Campaign['status'], Tone> = {
  INATIVA: 'neutral',
  PROGRAMADA: 'neutral',
  EM_ANDAMENTO: 'info',
  CANCELADA: 'danger',
  FINALIZADA: 'success',
};

export function CampaignStatusPill({ campaign }: { campaign: Shown }) {
  const t = useTexts(campaignTexts);
  const { status, hold, waiting } = campaign;
  if (status !== 'EM_ANDAMENTO') return <StatusPill tone={tones[status]}>{t(status)}</StatusPill>;
  if (hold) return <StatusPill tone="warn">{t(hold.reason === 'user' ? 'paused' : 'onHold')}</StatusPill>;
  return <StatusPill tone="info">{t(waiting ? 'waiting' : status)}</StatusPill>;
}

/** What a user can do with a running campaign. A hold that ends by itself can be made to wait for the user instead. */
export const runningAction = ({ hold }: Pick<Campaign, 'hold'>): 'pause' | 'continue' =>
  hold === null || endsByItself(hold.reason) ? 'pause' : 'continue';

/** Why a campaign or a connection was stopped by the product. */
export const holdTexts = {
  connection: 'holdConnection',
  health: 'holdHealth',
  template: 'holdTemplate',
  results: 'holdResults',
  company: 'holdCompany',
  unattended: 'holdUnattended',
} as const;
const waitTexts = {
  start: 'waitStart',
  hours: 'waitHours',
  budget: 'waitBudget',
  cold: 'waitCold',
  rate: 'waitRate',
} as const;

/** One sentence that says why a running campaign sends nothing, or not to new people; null while it sends to everybody. */
export function useWaitSentence(): (campaign: Shown) => string | null {
  const t = useTexts(campaignTexts);
  const language = useLanguage();
  const moment = useMoment();
  const causeOf = ({ reason, user, detail, until }: NonNullable<Shown['hold']>): string => {
    if (reason === 'health' && until)
      return t(detail === 'ERR_CHANNEL_SPAM' ? 'holdSpamUntil' : 'holdHealthUntil', { at: moment(until) });
    if (reason === 'user') return user ? t('holdUser', { name: user.name }) : t('holdUserUnknown');
    if (detail === 'failed' || detail === 'opted-out') return t(detail === 'failed' ? 'holdFailed' : 'holdOptedOut');
    const own = t(holdTexts[reason]);
    return reason === 'results' || reason === 'template' ? (knownErrorText(detail, language) ?? own) : own;
  };
  return ({ status, hold, waiting, isPlanned }) => {
    if (status !== 'EM_ANDAMENTO') return null;
    if (hold) return causeOf(hold);
    if (waiting) return t(waitTexts[waiting.reason], { at: moment(waiting.until) });
    return isPlanned ? null : t('planning');
  };
}

/** «hoje, 13:40», «ter, 14:20» within a week, otherwise the date. */
export function useMoment(): (at: string) => string {
  const language = useLanguage();
  return (at) => momentText(at, language, new Date());
}

export function momentText(at: string, language: Language, now: Date): string {
  const write = (name: 'today' | 'weekday', values: Values) => translate(campaignTexts[name], language, values);
  const time = formatTime(at);
  if (formatDate(at) === formatDate(now)) return write('today', { time });
  const isNear = Math.abs(+new Date(at) - +now) < 6 * DAY_MS;
  const day = isNear
    ? new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: homeTimeZone() })
        .format(new Date(at))
        .replace('.', '')
    : formatDate(at).slice(0, 5);
  return write('weekday', { day, time });
}

const endTexts: Record<string, CampaignText> = {
  'no-hours': 'endNoHours',
  'no-budget': 'endNoBudget',
  'no-date': 'endNoDate',
  'too-far': 'endTooFar',
  asked: 'endAsked',
};
/** Why a forecast has no end. */
export function useNoEndText(): (reason: string | null) => string {
  const t = useTexts(campaignTexts);
  return (reason) => t(endTexts[reason ?? ''] ?? 'endHold');
}

const reasonNames = new Set<string>([...skipReasons, 'held-back']);
/** Why a recipient was left out, or the failure in the words of the error catalogue. */
export function useReasonText(): (reason: string) => string {
  const t = useTexts(campaignTexts);
  const language = useLanguage();
  return (reason) => {
    if (reasonNames.has(reason)) return t(reason as CampaignText);
    return knownErrorText(reason, language) ?? t('otherReason', { reason });
  };
}

const stateTones: Record<RecipientState, Tone> = {
  planned: 'neutral',
  asking: 'info',
  asked: 'info',
  confirmed: 'info',
  queued: 'info',
  held: 'warn',
  sent: 'success',
  delivered: 'success',
  read: 'success',
  failed: 'danger',
  unknown: 'warn',
  skipped: 'neutral',
  declined: 'neutral',
  'no-answer': 'neutral',
};
export function RecipientStatePill({ state }: { state: RecipientState }) {
  const t = useTexts(campaignTexts);
  return <StatusPill tone={stateTones[state]}>{t(state)}</StatusPill>;
}

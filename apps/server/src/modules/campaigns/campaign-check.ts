import type { ErrorCode } from '@balcao/contract';
import { decideEligibility, type Eligibility } from '@balcao/domain/campaign/eligibility';
import { activeVariants } from '@balcao/domain/campaign/variants';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { AppError, assertFound } from '../../infrastructure/app-error.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import { audienceOf, audienceStore, type Audience, type AudienceFacts, type AudiencePerson } from './audience.store.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignForecast } from './campaign-forecast.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import { allowedBefore, contentOf, findSaved, type AssertDraft, type CampaignDraft } from './campaigns.ts';
import { createRecipientContent, type CampaignContent } from './recipient-content.ts';

export interface SamplePerson extends AudiencePerson {
  variant: number | null;
  text: string;
  confirmationText: string | null;
  isTemplate: boolean;
}
const MAX_SAMPLES = 3;
type SendDecision = Extract<Eligibility, { type: 'send' }>;
/** A person who may be contacted now, and with what. */
interface FirstRecipient {
  person: AudiencePerson;
  content: SendDecision['content'];
}

/** What a campaign would do. Nothing is written. */
export function createCampaignCheck(
  deps: CampaignDeps,
  {
    settings,
    forecasts,
    assertDraft,
  }: { settings: CampaignSettings; forecasts: CampaignForecast; assertDraft: AssertDraft },
) {
  const { db, clock, connections, connectionHealth, contacts } = deps;
  const content = createRecipientContent(deps);

  async function problemsOf(
    tx: Tx,
    actor: Actor,
    draft: CampaignDraft,
    saved: CampaignRow | undefined,
  ): Promise<ErrorCode[]> {
    try {
      await assertDraft(tx, actor, draft, { isComplete: true, ...allowedBefore(saved, draft) });
      return [];
    } catch (error) {
      // A foreign or deleted record is no problem of the draft: it is refused as everywhere.
      if (!(error instanceof AppError) || error.status === 404) throw error;
      return [error.code];
    }
  }

  /** A template is sent first outside the window; the answer to a confirmation opens it for the message. */
  async function samplesOf(tx: Tx, draft: CampaignDraft, parts: CampaignContent, people: FirstRecipient[]) {
    const { variables } = await settings.inTx.get(tx);
    const variants = activeVariants(draft.messages);
    const asks = draft.asksConfirmation ? activeVariants(draft.confirmations) : [];
    const samples: SamplePerson[] = [];
    for (const [index, { person, content: first }] of people.entries()) {
      const isTextSent = first === 'text' || draft.asksConfirmation;
      const variant = isTextSent && variants.length > 0 ? variants[index % variants.length]! : null;
      const ask = asks.length === 0 ? null : asks[index % asks.length]!;
      const template = await content.previewTemplate(tx, parts, person, variables);
      const filled = (text: string) => content.preview(text, person, variables);
      samples.push({
        ...person,
        variant,
        text: variant === null ? template : filled(draft.messages[variant - 1]!),
        confirmationText: ask === null ? null : first === 'template' ? template : filled(draft.confirmations[ask - 1]!),
        isTemplate: variant === null && parts.templateId !== null,
      });
    }
    return samples;
  }

  return {
    check: (actor: Actor, draft: CampaignDraft, id: number | null) =>
      db.readCompany(actor.companyId, async (tx) => {
        const saved = await findSaved(tx, id);
        const parts = contentOf(draft, saved);
        const audience = audienceOf({
          ...draft,
          sourceCampaignId: saved?.sourceCampaignId ?? null,
          sourceFilter: saved?.sourceFilter ?? null,
        });
        const problems = await problemsOf(tx, actor, draft, saved);
        const connection = assertFound(await connections.inTx.find(tx, draft.connectionId ?? 0), 'ERR_NO_WAPP_FOUND');
        const judge = createJudge(deps, draft, connection);
        const { skipped, recipients, costing, cold, known } = await judgeAll(tx, judge, audience);
        const coldAllowedAt = draft.allowsCold ? (saved?.coldAllowedAt ?? clock.now()) : null;
        const total = audience ? await audienceStore.total(tx, audience) : 0;
        if (total > known) skipped.set('duplicate', (skipped.get('duplicate') ?? 0) + total - known);
        const budget = await connectionHealth.budget.summary(tx, connection);
        return {
          total,
          recipients,
          skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
          samples: await samplesOf(tx, draft, parts, await firstRecipients(tx, judge, audience)),
          budget: {
            perDay: budget.maxPerDay,
            taken: budget.reached,
            left: budget.maxPerDay === null ? null : Math.max(0, budget.maxPerDay - budget.reached),
            cost: costing,
            sharedWith: budget.sharedWith,
          },
          forecast: await forecasts.ofPlan(
            tx,
            { ...draft, coldAllowedAt },
            { remaining: recipients, costing, cold, areAsked: draft.asksConfirmation && recipients > 0 },
          ),
          problems,
          masked: await contacts.inTx.hidesNumbers(tx),
        };
      }),
  };
}

/** Decides like the send step, for one connection and draft. */
function createJudge(
  { clock, connections }: Pick<CampaignDeps, 'clock' | 'connections'>,
  draft: CampaignDraft,
  { id: connectionId, provider, channel }: FullConnection,
) {
  const windowHours = connections.windowHours(provider, channel);
  const texts = draft.asksConfirmation ? draft.confirmations : draft.messages;
  return {
    connectionId,
    since: new Date(+clock.now() - (windowHours ?? 0) * HOUR_MS),
    decide: ({ isValid, hasAddress, isBlocked, hasOptedOut, hasWritten, hasWrittenLately }: AudienceFacts) =>
      decideEligibility({
        isValid,
        hasAddress,
        isBlocked,
        hasOptedOut,
        hasWritten,
        channel,
        isWindowOpen: windowHours === null ? null : hasWrittenLately,
        hasText: activeVariants(texts).length > 0,
        hasTemplate: draft.templateId !== null,
        allowsCold: draft.allowsCold,
      }),
  };
}
type Judge = ReturnType<typeof createJudge>;

/** Counts who would be skipped and who would receive it. */
async function judgeAll(tx: Tx, { connectionId, since, decide }: Judge, audience: Audience | undefined) {
  const groups = audience ? await audienceStore.groups(tx, audience, connectionId, since) : [];
  const skipped = new Map<string, number>();
  let [recipients, costing, cold] = [0, 0, 0];
  for (const { count, ...facts } of groups) {
    const decision = decide(facts);
    if (decision.type === 'skip') skipped.set(decision.reason, (skipped.get(decision.reason) ?? 0) + count);
    else {
      recipients += count;
      if (decision.costs) costing += count;
      if (decision.isCold) cold += count;
    }
  }
  return { skipped, recipients, costing, cold, known: groups.reduce((sum, { count }) => sum + count, 0) };
}

/** Samples: people who are left out are not among them. */
async function firstRecipients(
  tx: Tx,
  { connectionId, since, decide }: Judge,
  audience: Audience | undefined,
): Promise<FirstRecipient[]> {
  const candidates = audience ? await audienceStore.candidates(tx, audience, connectionId, since) : [];
  return candidates
    .flatMap((candidate) => {
      const { name, number, email } = candidate;
      const decision = decide(candidate);
      return decision.type === 'send' ? [{ person: { name, number, email }, content: decision.content }] : [];
    })
    .slice(0, MAX_SAMPLES);
}

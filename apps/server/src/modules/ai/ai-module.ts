import type { Vault } from '../../infrastructure/secrets/secrets.ts';
import { createAnswerers, type AnswererDeps } from './answerers.ts';
import { createKeyRefusals } from './key-refusals.ts';
import { createKnowledge, type KnowledgeDeps } from './knowledge.ts';
import { createPromptKeys } from './prompt-keys.ts';
import { createPromptTries } from './prompt-tries.ts';
import { createPrompts, type PromptDeps } from './prompts.ts';
import { createCeilingNotices, type CeilingNoticeDeps } from './ceiling-notices.ts';
import { createCeilings } from './ceilings.ts';
import { createModelCalls, type ModelCallDeps } from './model-calls.ts';
import { createModelTries } from './model-tries.ts';
import { createTranscriptions, type TranscriptionDeps } from './transcriptions.ts';
import { createTurns, type TurnDeps } from './turn.ts';
import { createAiUsage } from './usage.ts';
import { createVoiceAnswers, type VoiceAnswerDeps } from './voice-answers.ts';

type Built = 'recordKeyState' | 'keys' | 'ceilings' | 'runTurn' | 'answerByVoice' | 'answerers';
export type AiDeps = Omit<
  PromptDeps & KnowledgeDeps & TurnDeps & VoiceAnswerDeps & AnswererDeps & ModelCallDeps & TranscriptionDeps,
  Built
> &
  CeilingNoticeDeps & { vault: Vault };

/** Prompts of language models: their texts, knowledge, turns, cost and ceilings. */
export function createAi(deps: AiDeps) {
  const { db } = deps;
  const keys = createPromptKeys(deps.vault);
  const ceilings = createCeilings({ ...deps, notify: createCeilingNotices(deps) });
  const runTurn = createTurns({ ...deps, ceilings, recordKeyState: createKeyRefusals(deps) });
  const answerers = createAnswerers({ ...deps, keys });
  return {
    prompts: createPrompts({ ...deps, keys }),
    knowledge: createKnowledge(deps),
    usage: createAiUsage({ ...deps, ceilings }),
    tryPrompt: createPromptTries({ ...deps, answerers, runTurn }),
    /** Handlers of the calls of flows. */
    callModel: createModelCalls({
      ...deps,
      answerers,
      runTurn,
      answerByVoice: createVoiceAnswers({ ...deps, ceilings }),
    }),
    tryModel: createModelTries({ ...deps, answerers, runTurn }),
    ...createTranscriptions({ ...deps, keys, ceilings }),

    countBotCall: ceilings.countBotCall,

    /** Removes counters that no call can reach any more. */
    prune: (companyId: number) => ceilings.prune(companyId),

    /** Ids of the companies that have keys which another secret sealed. */
    companiesToReseal: () => db.onPlatform((tx) => keys.companiesToReseal(tx)),
    resealCompany: (companyId: number) => db.inCompany(companyId, (tx) => keys.resealCompany(tx)),
  };
}
export type Ai = ReturnType<typeof createAi>;

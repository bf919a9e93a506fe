import { presentFlow, presentFlowBrief, presentPhrase } from '../../modules/flows/index.ts';
import type { Modules } from '../modules.ts';
import { actionOf, type BuildersOf } from './message-builders.ts';

export function flowMessages({ flowModule, db, userLookups }: Modules): BuildersOf<'flow' | 'flow-phrase'> {
  const { flows, phrases } = flowModule;
  return {
    'flow.saved': async ({ flowId, isNew }, companyId) => {
      const flow = await flows.find(companyId, flowId);
      if (!flow) return [];
      const action = actionOf(isNew);
      return [
        { topic: 'flowbuilder', to: ['admins'], payload: { action, flow: presentFlow(flow) } },
        { topic: 'flowbuilder', to: ['plain'], payload: { action, flow: presentFlowBrief(flow) } },
      ];
    },
    'flow.removed': ({ flowId }) => [{ topic: 'flowbuilder', to: ['company'], payload: { action: 'delete', flowId } }],
    'flow.draft-saved': async ({ flowId, rev, userId }, companyId) => {
      const name = await db.readCompany(companyId, (tx) => userLookups.nameOfUser(tx, userId));
      const by = { id: userId, name };
      return [{ topic: 'flowbuilder', to: ['admins'], payload: { action: 'draft', flowId, rev, by } }];
    },
    'flow-phrase.saved': async ({ phraseId, isNew }, companyId) => {
      const phrase = await phrases.find(companyId, phraseId);
      return phrase
        ? [
            {
              topic: 'flowcampaign',
              to: ['admins'],
              payload: { action: actionOf(isNew), phrase: presentPhrase(phrase) },
            },
          ]
        : [];
    },
    'flow-phrase.removed': ({ phraseId }) => [
      { topic: 'flowcampaign', to: ['admins'], payload: { action: 'delete', phraseId } },
    ],
  };
}

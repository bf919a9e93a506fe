import type { NodeData, OpenAiFields } from '../document.ts';
import { valuesIn } from '../variables.ts';
import { dialogNode, type Dialog } from './bot-dialog.ts';
import { done, failed, type NodeBehavior, type NodeDescription, type NodeContext } from './node-kind.ts';

/** The model gave the conversation to a queue or an agent. */
export const TRANSFERRED = 'transferred';
const DEBOUNCE_MS = 1500;

/** A language model answers until it acts or has answered often enough. */
export const openai: NodeDescription<'openai'> = {
  defaults: (): OpenAiFields => ({
    promptId: null,
    name: '',
    prompt: '',
    voice: 'texto',
    voiceRegion: '',
    voiceKeyRef: null,
    apiKeyRef: null,
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    queueId: null,
    maxTurns: 20,
  }),
  ports: () => [{ id: TRANSFERRED, kind: 'choice' }, done, failed],
  inspect({ promptId, name, prompt, apiKeyRef, queueId }, inspector) {
    if (promptId !== null) return inspector.reference('prompts', 'promptId', promptId);
    inspector.required('name', name);
    inspector.required('prompt', prompt);
    inspector.required('apiKeyRef', apiKeyRef);
    if (queueId !== null) inspector.reference('queues', 'queueId', queueId);
  },
  texts: ({ promptId, prompt }) => (promptId === null ? [prompt] : []),
  pauses: 'answer',
};
export const openaiBehavior: NodeBehavior<'openai'> = /* @__PURE__ */ dialogNode(dialogOf);

function dialogOf(data: NodeData['openai'], { facts, run }: NodeContext): Dialog | undefined {
  const { promptId, maxTurns, ...fields } = data;
  if (promptId !== null && !facts.references.prompts.has(promptId)) return undefined;
  return {
    debounceMs: DEBOUNCE_MS,
    maxTurns,
    isFirst: false,
    signature: null,
    promptId,
    transferred: TRANSFERRED,
    delayMs: 0,
    expiresMinutes: 0,
    keywordFinish: '',
    keywordRestart: '',
    restartMessage: '',
    unknownMessage: '',
    // The actions of a prompt were checked against its list; a model of the node itself has only the queue.
    allows: (action) => promptId !== null || (action.type === 'transfer' && action.queueId === data.queueId),
    requestOf: (text) => ({
      kind: 'model',
      promptId,
      fields: promptId === null ? { ...fields, inserted: valuesIn(fields.prompt, run.vars, facts) } : null,
      text,
    }),
  };
}

/** A test of the draft: stateless on the server, so going back is forgetting the last turn. */
import type { TryInput } from '@balcao/contract/endpoints/flows';
import { newRun } from '@balcao/domain/flow/run';
import { useMemo, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import type { Editor } from '../editor/use-editor.ts';
import { marksOf, type Turn } from './test-run.ts';
import { editorTexts } from '../editor/editor.texts.ts';

export interface Customer {
  channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';
  name: string;
  email: string;
  tags: string[];
  isFirstContact: boolean;
}
const firstCustomer: Customer = {
  channel: 'whatsapp',
  name: 'Helena Prado',
  email: '',
  tags: [],
  isFirstContact: true,
};
/** Data of a real conversation, with which a test starts. */
export interface TestData {
  name: string;
  variables: Readonly<Record<string, string>>;
}
const noVariables: TestData['variables'] = {};
/** The tested draft has no version. */
const DRAFT = 0;
export type TestRun = ReturnType<typeof useTestRun>;

export function useTestRun(flowId: number, { doc, saveNow }: Pick<Editor['file'], 'doc' | 'saveNow'>) {
  const t = useTexts(editorTexts);
  const toast = useToast();
  const [customer, setCustomer] = useState(firstCustomer);
  const [variables, setVariables] = useState(noVariables);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const last = turns.at(-1)?.reply;

  const send = async (input: TryInput) => {
    setIsBusy(true);
    try {
      const rev = await saveNow();
      if (rev === undefined) return toast.warn(t('tryNotSaved'));
      const reply = await api.flows.try({
        params: { id: flowId },
        body: {
          rev,
          run: last?.run ?? firstRun(flowId, variables),
          input,
          as: customer,
          ...(last && { at: last.now, inboundAt: last.inboundAt }),
        },
      });
      setTurns((now) => [...now, { input, reply }]);
    } catch (error) {
      toast.failed(error);
    } finally {
      setIsBusy(false);
    }
  };

  return {
    customer,
    setCustomer: (changed: Customer) => {
      setCustomer(changed);
      setTurns([]);
    },
    /** What the next test starts with. */
    variables,
    hasData: variables !== noVariables,
    load: (data: TestData) => {
      setCustomer({ ...firstCustomer, name: data.name });
      setVariables(data.variables);
      setTurns([]);
    },
    dropData: () => {
      setVariables(noVariables);
      setTurns([]);
    },
    turns,
    last,
    isBusy,
    send,
    say: (text: string, choiceId?: string) =>
      send(turns.length === 0 ? { type: 'start', text } : { type: 'message', text, ...(choiceId && { choiceId }) }),
    back: () => setTurns((now) => now.slice(0, -1)),
    restart: () => setTurns([]),
    marks: useMemo(() => marksOf(turns, doc), [turns, doc]),
  };
}

/** Without data the server begins the run. */
const firstRun = (flowId: number, variables: TestData['variables']) =>
  variables === noVariables
    ? null
    : {
        ...newRun({ flowId, versionId: DRAFT, seed: Math.floor(Math.random() * 2 ** 31), now: new Date() }),
        vars: { ...variables },
      };

/** A test of the draft: stateless on the server, so going back is forgetting the last turn. */
import type { TryInput } from '@balcao/contract/flow/tries';
import { newRun } from '@balcao/domain/flow/run';
import { instantOf } from '@balcao/domain/hours/hours';
import { useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Sample } from './call-card.tsx';
import { automaticInput, callingTurnOf, historyOf, marksOf, openCallOf, type Turn } from './test-run.ts';
import { editorTexts } from '../editor/editor.texts.ts';

export interface Customer {
  channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';
  name: string;
  email: string;
  tags: string[];
  /** Additional data of the contact by name. */
  fields: Record<string, string>;
  isFirstContact: boolean;
}
const firstCustomer: Customer = {
  channel: 'whatsapp',
  name: 'Helena Prado',
  email: '',
  tags: [],
  fields: {},
  isFirstContact: true,
};
/** Data of a real conversation, with which a test starts. */
export interface TestData {
  name: string;
  variables: Readonly<Record<string, string>>;
}
const noVariables: TestData['variables'] = {};
/** A model and a webhook that answer each other stop here. */
const MAX_AUTOMATIC = 30;
/** The tested draft has no version. */
const DRAFT = 0;
export type TestRun = ReturnType<typeof useTestRun>;

export function useTestRun(flowId: number, { doc, saveNow }: Pick<Editor['file'], 'doc' | 'saveNow'>) {
  const t = useTexts(editorTexts);
  const toast = useToast();
  const { timeZone } = useSession().user.company;
  const [customer, setCustomer] = useState(firstCustomer);
  const [variables, setVariables] = useState(noVariables);
  const [startsAt, setStartsAt] = useState('');
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [samples, setSamples] = useState<ReadonlyMap<string, Sample>>(new Map());
  const last = turns.at(-1)?.reply;
  /** Number of the test. An answer that arrives after the end of its test is dropped. */
  const test = useRef(0);
  const endTest = () => {
    test.current += 1;
    setIsBusy(false);
  };

  const busy = async (work: (rev: number, isOver: () => boolean) => Promise<void>) => {
    const own = test.current;
    const isOver = () => test.current !== own;
    setIsBusy(true);
    try {
      const rev = await saveNow();
      if (isOver()) return;
      if (rev === undefined) return toast.warn(t('tryNotSaved'));
      await work(rev, isOver);
    } catch (error) {
      if (!isOver()) toast.failed(error);
    } finally {
      if (!isOver()) setIsBusy(false);
    }
  };
  const send = (first: TryInput, pinned = samples) =>
    busy(async (rev, isOver) => {
      const start = startOf(startsAt, timeZone);
      let known = turns;
      let input: TryInput | undefined = first;
      for (let sent = 0; input !== undefined && sent < MAX_AUTOMATIC; sent += 1) {
        const before = known.at(-1)?.reply;
        const reply = await api.flows.try({
          params: { id: flowId },
          body: {
            rev,
            run: before?.run ?? firstRun(flowId, variables, start.at),
            input,
            as: customer,
            ...(before ? { at: before.now, inboundAt: before.inboundAt } : start),
          },
        });
        if (isOver()) return;
        known = [...known, { input, reply, isAutomatic: sent > 0 }];
        setTurns(known);
        input = automaticInput(known, pinned);
      }
    });
  const answerCall = (result: Sample, always: boolean) => {
    const call = openCallOf(turns);
    if (!call) return undefined;
    const pinned = always ? new Map(samples).set(call.nodeId, result) : samples;
    setSamples(pinned);
    return send({ type: 'callResult', callId: call.callId, result }, pinned);
  };

  return {
    customer,
    /** When the test begins, as local time of the company yyyy-mm-ddThh:mm; empty: now. */
    startsAt,
    setCustomer: (changed: Customer, at: string) => {
      setCustomer(changed);
      setStartsAt(at);
      endTest();
      setTurns([]);
    },
    /** What the next test starts with. */
    variables,
    hasData: variables !== noVariables,
    load: (data: TestData) => {
      setCustomer({ ...firstCustomer, name: data.name });
      setVariables(data.variables);
      endTest();
      setTurns([]);
    },
    dropData: () => {
      setVariables(noVariables);
      endTest();
      setTurns([]);
    },
    doc,
    answerCall: (result: Sample, always: boolean) => void answerCall(result, always),
    /** The service itself answers: the step that led to the call is taken again. */
    makeCall: (always: boolean) =>
      busy(async (rev, isOver) => {
        const at = callingTurnOf(turns);
        const calling = turns[at];
        if (!calling) return;
        const before = turns[at - 1]?.reply;
        const { seed } = calling.reply.run;
        const now = calling.reply.now;
        const { result } = await api.flows.tryCall({
          params: { id: flowId },
          body: {
            rev,
            run: before?.run ?? {
              ...newRun({ flowId, versionId: DRAFT, seed, now: new Date(now) }),
              vars: { ...variables },
            },
            input: calling.input,
            as: customer,
            ...(before ? { at: before.now, inboundAt: before.inboundAt } : { at: now }),
            history: historyOf(turns),
          },
        });
        if (!isOver()) await answerCall(result, always);
      }),
    turns,
    last,
    isBusy,
    send,
    say: (text: string, choiceId?: string) =>
      send(turns.length === 0 ? { type: 'start', text } : { type: 'message', text, ...(choiceId && { choiceId }) }),
    back: () => {
      endTest();
      setTurns((now) =>
        now.slice(
          0,
          now.findLastIndex(({ isAutomatic }) => !isAutomatic),
        ),
      );
    },
    restart: () => {
      endTest();
      setTurns([]);
      setSamples(new Map());
    },
    marks: useMemo(() => marksOf(turns, doc), [turns, doc]),
  };
}

/** Without data the server begins the run. */
const firstRun = (flowId: number, variables: TestData['variables'], at: string | undefined) =>
  variables === noVariables
    ? null
    : {
        ...newRun({
          flowId,
          versionId: DRAFT,
          seed: Math.floor(Math.random() * 2 ** 31),
          now: at === undefined ? new Date() : new Date(at),
        }),
        vars: { ...variables },
      };
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const startOf = (local: string, timeZone: string): { at?: string } =>
  LOCAL_TIME.test(local) ? { at: instantOf(local, timeZone).toISOString() } : {};

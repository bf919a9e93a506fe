/** The call that a test waits for. Its answer is a sample; the service itself is called on request only. */
import type { FlowEffect, TryInput } from '@balcao/contract/flow/tries';
import type { FlowDoc } from '@balcao/domain/flow/document';
import type { Json } from '@balcao/domain/integration/http-call';
import { valueAt } from '@balcao/domain/integration/json-values';
import { useId, useState } from 'react';
import { useFlowReferences } from '../../../entities/flows/flows.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Checkbox, SelectField, TextArea, TextField } from '../../../ui/index.ts';
import { callTexts } from './call.texts.ts';
import css from './phone.module.css';

export type OpenCall = Extract<FlowEffect, { type: 'call' }>;
export type Sample = Extract<TryInput, { type: 'callResult' }>['result'];
interface CallCardProps {
  call: OpenCall;
  doc: FlowDoc;
  flowId: number;
  isBusy: boolean;
  /** `always`: later calls of this block get the same answer. */
  onAnswer: (sample: Sample, always: boolean) => void;
  onCall: (always: boolean) => void;
}

const noAnswer = {
  type: 'done' as const,
  replies: [],
  choices: [],
  values: {},
  action: null,
  session: null,
  isOver: false,
  isUnknown: false,
};

export function CallCard({ call, doc, flowId, isBusy, onAnswer, onCall }: CallCardProps) {
  const t = useTexts(callTexts);
  const [isAlways, setIsAlways] = useState(false);
  const answer = (sample: Sample) => onAnswer(sample, isAlways);
  const node = doc.nodes.find(({ id }) => id === call.nodeId);
  const hintId = useId();
  const isHttp = call.kind === 'http' && node?.type === 'http';
  return (
    <section className={css.call} aria-label={t('title')}>
      <b>{t('title')}</b>
      {call.text !== '' && <span className={css.asked}>{call.text}</span>}
      {isHttp ? (
        <Values key={call.callId} data={node.data} isBusy={isBusy} onAnswer={answer} />
      ) : (
        <Words key={call.callId} kind={call.kind} flowId={flowId} isBusy={isBusy} onAnswer={answer} />
      )}
      <Checkbox label={t('always')} checked={isAlways} onChange={(event) => setIsAlways(event.target.checked)} />
      <Button size="sm" kind="ghost" disabled={isBusy} onClick={() => answer({ type: 'failed', reason: 'down' })}>
        {t('fails')}
      </Button>
      {call.kind !== 'transcription' && (
        <>
          <Button size="sm" aria-describedby={hintId} disabled={isBusy} onClick={() => onCall(isAlways)}>
            {t('callNow')}
          </Button>
          <span id={hintId} className={css.asked}>
            {t('callHint')}
          </span>
        </>
      )}
    </section>
  );
}

type Answering = { isBusy: boolean; onAnswer: (sample: Sample) => void };

/** The values of an HTTP answer, from the sample of the node. */
function Values({
  data,
  isBusy,
  onAnswer,
}: Answering & { data: Extract<FlowDoc['nodes'][number], { type: 'http' }>['data'] }) {
  const t = useTexts(callTexts);
  const [values, setValues] = useState<Record<string, string>>(() => sampleValues(data));
  return (
    <>
      {data.select.map(({ name }) => (
        <TextField
          key={name}
          label={name}
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <Button size="sm" kind="primary" busy={isBusy} onClick={() => onAnswer({ ...noAnswer, values })}>
        {t('answer')}
      </Button>
    </>
  );
}
function sampleValues({ sample, select }: { sample: string; select: { name: string; pointer: string }[] }) {
  let json: Json = null;
  try {
    json = JSON.parse(sample) as Json;
  } catch {
    // Without a sample the fields are empty.
  }
  return Object.fromEntries(select.map(({ name, pointer }) => [name, valueAt(json, pointer)]));
}

/** The reply of a bot or model, or the text of an audio. */
function Words({ kind, flowId, isBusy, onAnswer }: Answering & { kind: OpenCall['kind']; flowId: number }) {
  const t = useTexts(callTexts);
  const queues = useFlowReferences(flowId).data?.queues ?? [];
  const [text, setText] = useState(() => t('sample'));
  const [then, setThen] = useState<number>(0);
  const END = -1;
  const isAudio = kind === 'transcription';
  return (
    <>
      <TextArea
        label={t(isAudio ? 'spoken' : 'reply')}
        rows={2}
        maxLength={4096}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {!isAudio && (
        <SelectField
          label={t('afterwards')}
          options={[
            { value: 0, label: t('goesOn') },
            { value: END, label: t('ends') },
            ...queues.map(({ id, name }) => ({ value: id, label: t('transfers', { name }) })),
          ]}
          value={then}
          onChange={setThen}
        />
      )}
      <Button
        size="sm"
        kind="primary"
        busy={isBusy}
        onClick={() =>
          onAnswer({
            ...noAnswer,
            replies: text.trim() === '' ? [] : [{ type: 'text', text: text.trim() }],
            isOver: then === END,
            action: then > 0 ? { type: 'transfer', queueId: then, userId: null } : null,
          })
        }
      >
        {t('answer')}
      </Button>
    </>
  );
}

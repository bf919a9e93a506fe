/** «O que aconteceria?»: runs a test message through the real bot steps, with the unsaved settings of the screen. */
import type { BotTried } from '@balcao/contract/endpoints/chatbots';
import { useState, type KeyboardEvent } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { DateField } from '../../ui/date-field.tsx';
import {
  Button,
  Checkbox,
  ErrorState,
  FieldRow,
  IconButton,
  Segments,
  SelectField,
  TextField,
  TimeField,
} from '../../ui/index.ts';
import { useTryBot, type Attempt, type Drafts } from './bot.api.ts';
import css from './bot.module.css';
import { testerTexts } from './tester.texts.ts';
import { TestOutcome, type TestTurn } from './test-outcome.tsx';

/** A queue the test can start in, and its options with their paths. */
export interface TestQueue {
  queueId: number;
  name: string;
  options: readonly { id: number; name: string }[];
}

export interface BotTesterProps {
  connections: readonly { id: number; name: string }[];
  /** The connection selected first; by default the first of the list. */
  connectionId?: number | undefined;
  queues: readonly TestQueue[];
  /** The unsaved values of the screen, read when the test runs. */
  drafts: () => Drafts;
  onClose: () => void;
}

export function BotTester({ connections, connectionId, queues, drafts, onClose }: BotTesterProps) {
  const t = useTexts(testerTexts);
  const language = useLanguage();
  const [text, setText] = useState('');
  const [isAudio, setAudio] = useState(false);
  const [chosen, setChosen] = useState(connectionId);
  const [where, setWhere] = useState('new');
  const [turns, setTurns] = useState<readonly TestTurn[]>([]);
  const testTime = useTestTime();
  const { mutate: tryBot, isPending, error } = useTryBot();
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0];
  const last = turns.at(-1)?.tried;
  const positionOptions = usePositionOptions(queues, turns.length > 0);

  const run = () => {
    if (!connection || isPending || testTime.at === null) return;
    const message = { text: isAudio ? '' : text, isAudio };
    const position = where === 'follow' && last ? after(last) : positionOf(where);
    const attempt = { ...message, ...position, at: testTime.at, whatsappId: connection.id, drafts: drafts() };
    tryBot(attempt, {
      onSuccess: (tried) => {
        setTurns((before) => [...(where === 'follow' ? before : []), { message, tried }]);
        setWhere(tried.place.closes ? 'new' : 'follow');
        setText('');
      },
    });
  };
  /** The panel is inside a form: Enter runs the test and does not save. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    run();
  };

  return (
    <section className={css.tester} aria-label={t('title')} onKeyDown={onKeyDown}>
      <header className={css.head}>
        <h3 className={css.title}>{t('title')}</h3>
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </header>
      {connections.length === 0 ? (
        <p className="muted">{t('noConnection')}</p>
      ) : (
        <>
          <p className={css.text}>{t('text')}</p>
          <FieldRow>
            <SelectField
              label={t('connection')}
              options={connections.map(({ id, name }) => ({ value: id, label: name }))}
              value={connection?.id}
              onChange={setChosen}
            />
            <SelectField label={t('where')} options={positionOptions} value={where} onChange={setWhere} />
          </FieldRow>
          <Segments
            label={t('when')}
            full
            segments={[
              { key: 'now', label: t('now') },
              { key: 'another', label: t('another') },
            ]}
            value={testTime.kind}
            onChange={testTime.setKind}
          />
          {testTime.kind === 'another' && (
            <FieldRow>
              <DateField
                label={t('date')}
                value={testTime.date}
                onChange={(event) => testTime.setDate(event.target.value)}
              />
              <TimeField
                label={t('time')}
                value={testTime.time}
                onChange={(event) => testTime.setTime(event.target.value)}
                error={testTime.at === null && t('badTime')}
              />
            </FieldRow>
          )}
          <TextField
            label={t('message')}
            value={text}
            maxLength={4096}
            disabled={isAudio}
            autoComplete="off"
            // Focused when opened; if the panel is below the form, the focus also scrolls it into view.
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
          <div className={css.foot}>
            <Checkbox label={t('audio')} checked={isAudio} onChange={(event) => setAudio(event.target.checked)} />
            {turns.length > 0 && (
              <Button
                size="sm"
                kind="ghost"
                onClick={() => {
                  setTurns([]);
                  setWhere('new');
                }}
              >
                {t('again')}
              </Button>
            )}
            <Button size="sm" icon="play" busy={isPending} disabled={testTime.at === null} onClick={run}>
              {t('run')}
            </Button>
          </div>
          {error && <ErrorState compact text={errorText(error, language)} />}
          <TestOutcome turns={turns} />
        </>
      )}
    </section>
  );
}

/** Now, or a date and time in the company's time zone; `at` is null while no time is entered. */
function useTestTime() {
  const [kind, setKind] = useState<'now' | 'another'>('now');
  const [date, setDate] = useState(() => formatDate(Date.now()).split('/').toReversed().join('-'));
  const [time, setTime] = useState(() => formatTime(Date.now()));
  const written = `${date}T${time}`;
  const isComplete = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/.test(written);
  return { kind, setKind, date, setDate, time, setTime, at: kind === 'now' ? undefined : isComplete ? written : null };
}

function usePositionOptions(queues: readonly TestQueue[], canFollow: boolean) {
  const t = useTexts(testerTexts);
  return [
    ...(canFollow ? [{ value: 'follow', label: t('follow') }] : []),
    { value: 'new', label: t('isNew') },
    { value: 'menu', label: t('atMenu') },
    ...queues.flatMap(({ queueId, name, options }) => [
      { value: `queue ${queueId}`, label: t('inQueue', { name }) },
      ...options.map((option) => ({
        value: `queue ${queueId} option ${option.id}`,
        label: t('atOption', { name: option.name }),
      })),
    ]),
    { value: 'consent', label: t('atConsent') },
    { value: 'rating', label: t('atRating') },
  ];
}

type StartPosition = Pick<Attempt, 'queueId' | 'optionId' | 'isNew' | 'contactConsented' | 'waitsFor'>;

function positionOf(where: string): StartPosition {
  if (where === 'new') return { isNew: true };
  if (where === 'consent') return { isNew: false, waitsFor: 'consent' };
  const [, queueId, optionId] = /^queue (\d+)(?: option (-?\d+))?$/.exec(where) ?? [];
  return {
    isNew: false,
    contactConsented: true,
    queueId: queueId === undefined ? null : Number(queueId),
    optionId: optionId === undefined ? null : Number(optionId),
    waitsFor: where === 'rating' ? 'rating' : 'nothing',
  };
}

const after = ({ place: { queueId, optionId, status } }: BotTried): StartPosition => ({
  isNew: false,
  contactConsented: status !== 'lgpd',
  queueId,
  optionId,
  waitsFor: status === 'lgpd' ? 'consent' : status === 'nps' ? 'rating' : 'nothing',
});

/** The phone of an invented customer beside the canvas. The draft really runs; nothing is sent or stored. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedText } from '../../../entities/messages/formatted-text.tsx';
import { formatDateTime, formatTime } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, cx, Icon, IconButton } from '../../../ui/index.ts';
import { traceReasonTexts } from '../../../entities/flows/trace.texts.ts';
import { VariableTable } from '../variable-table.tsx';
import { CallCard } from './call-card.tsx';
import { CasesDialog } from './cases-dialog.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import css from './phone.module.css';
import { testTexts } from './phone.texts.ts';
import { entriesOf, openCallOf, type Entry } from './test-run.ts';
import type { TestRun } from './use-test-run.ts';

interface TestPhoneProps {
  test: TestRun;
  flowId: number;
  onClose: () => void;
}

export function TestPhone({ test, flowId, onClose }: TestPhoneProps) {
  const t = useTexts(testTexts);
  const { user } = useSession();
  const [dialog, setDialog] = useState<'customer' | 'cases' | null>(null);
  return (
    <aside className={css.side} aria-label={t('phone')}>
      <div className={css.head}>
        <h2>{t('tryAs')}</h2>
        <button type="button" className={css.who} onClick={() => setDialog('customer')}>
          <Avatar name={test.customer.name} size={24} />
          <span className="cut">{test.customer.name}</span>
          <Icon name="edit" size={14} />
          <span className="sr">{t('changeCustomer')}</span>
        </button>
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </div>
      <div className={css.frame}>
        <div className={css.phone} data-channel={test.customer.channel}>
          <div className={css.bar}>
            <Avatar name={user.company.name} size={28} />
            <b className="cut">{user.company.name}</b>
          </div>
          <Thread test={test} />
          <Composer test={test} flowId={flowId} />
        </div>
      </div>
      <div className={css.tools}>
        <Button size="sm" icon="requeue" disabled={test.turns.length === 0 || test.isBusy} onClick={test.back}>
          {t('back')}
        </Button>
        <Button size="sm" icon="refresh" disabled={test.turns.length === 0} onClick={test.restart}>
          {t('restart')}
        </Button>
        <Button size="sm" icon="tasks" onClick={() => setDialog('cases')}>
          {t('cases')}
        </Button>
      </div>
      <Variables test={test} />
      {dialog === 'customer' && (
        <CustomerDialog
          customer={test.customer}
          startsAt={test.startsAt}
          onSave={test.setCustomer}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'cases' && <CasesDialog flowId={flowId} test={test} onClose={() => setDialog(null)} />}
    </aside>
  );
}

function Thread({ test }: { test: TestRun }) {
  const t = useTexts(testTexts);
  const reasons = useTexts(traceReasonTexts);
  const end = useRef<HTMLDivElement>(null);
  const { last } = test;
  const entries = entriesOf(test.turns);
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [entries.length]);
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.thread} role="log" aria-label={t('messages')} tabIndex={0}>
      {entries.length === 0 && <p className={css.hint}>{t('startHint')}</p>}
      {entries.map((entry, at) => (
        <Bubble key={at} entry={entry} isLast={at === entries.length - 1} test={test} />
      ))}
      {last?.ended && <p className={css.event}>{t('ended', { reason: reasons(last.ended) })}</p>}
      {last?.waits?.for === 'time' && (
        <p className={css.event}>{last.waits.until && t('waitsUntil', { time: formatDateTime(last.waits.until) })}</p>
      )}
      {last?.waits?.for === 'call' && <p className={css.event}>{t('waitsCall')}</p>}
      <div ref={end} />
    </div>
  );
}

function Bubble({ entry, isLast, test }: { entry: Entry; isLast: boolean; test: TestRun }) {
  const t = useTexts(testTexts);
  const sentence = useEffectSentence();
  if (entry.from === 'system') return <p className={css.event}>{sentence(entry.effect)}</p>;
  const isOwn = entry.from === 'customer';
  const text = isOwn ? entry.text : entry.reply.text;
  const reply = isOwn ? undefined : entry.reply;
  return (
    <div className={cx(css.message, isOwn && css.own)}>
      <div className={css.bubble}>
        {reply?.files?.map((file) =>
          file.mime.startsWith('image/') ? (
            <img key={file.name} className={css.picture} src={file.url} alt={file.original} />
          ) : (
            <span key={file.name} className={css.file}>
              <Icon name={reply.isVoice ? 'mic' : 'file'} size={16} />
              {reply.isVoice ? t('voice') : file.original}
            </span>
          ),
        )}
        <span>
          <FormattedText>{text}</FormattedText>
        </span>
        <time className={css.time}>{formatTime(entry.at)}</time>
        {reply?.choices?.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className={css.choice}
            disabled={!isLast || test.isBusy}
            onClick={() => void test.say(title, id)}
          >
            {title}
          </button>
        ))}
      </div>
    </div>
  );
}

function useEffectSentence() {
  const t = useTexts(testTexts);
  return (effect: Extract<Entry, { from: 'system' }>['effect']): string => {
    switch (effect.type) {
      case 'assign':
        if (effect.userName !== null) return t('toUser', { name: effect.userName });
        return effect.queueName === null ? t('toPerson') : t('toQueue', { name: effect.queueName });
      case 'tag':
        return [
          effect.add.length > 0 && t('tagsAdded', { names: effect.add.join(', ') }),
          effect.remove.length > 0 && t('tagsRemoved', { names: effect.remove.join(', ') }),
        ]
          .filter(Boolean)
          .join('. ');
      case 'lane':
        return t('lane', { name: effect.name });
      case 'field':
        return t('field', { field: effect.field, value: effect.value });
      case 'note':
        return t('note', { text: effect.text });
      case 'close':
        return t('closes');
      case 'call':
        return t('notified');
      case 'typing':
        return '';
    }
  };
}

function Composer({ test, flowId }: { test: TestRun; flowId: number }) {
  const t = useTexts(testTexts);
  const [text, setText] = useState('');
  const { last, isBusy } = test;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || (text.trim() === '' && test.turns.length > 0)) return;
    void test.say(text.trim());
    setText('');
  };
  const call = last?.waits?.for === 'call' ? openCallOf(test.turns) : undefined;
  return (
    <div className={css.composer}>
      {(last?.waits?.for === 'time' || (last?.waits?.for === 'answer' && last.waits.until)) && (
        <Button size="sm" icon="clock" busy={isBusy} onClick={() => void test.send({ type: 'time' })}>
          {t('advance')}
        </Button>
      )}
      {call && (
        <CallCard
          call={call}
          doc={test.doc}
          flowId={flowId}
          isBusy={isBusy}
          onAnswer={test.answerCall}
          onCall={(always) => void test.makeCall(always)}
        />
      )}
      {last?.ended ? (
        <Button full icon="refresh" onClick={test.restart}>
          {t('restart')}
        </Button>
      ) : (
        <form className={css.form} onSubmit={submit}>
          <input
            className={css.field}
            aria-label={t('reply')}
            placeholder={t('reply')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <IconButton type="submit" size="md" icon="send" className={css.send} label={t('send')} disabled={isBusy} />
        </form>
      )}
    </div>
  );
}

function Variables({ test }: { test: TestRun }) {
  const t = useTexts(testTexts);
  const rows = Object.entries(test.last?.variables ?? test.variables);
  return (
    <section className={css.variables} aria-label={t('variables')}>
      <h3>{t('variables')}</h3>
      {test.hasData && (
        <p className={css.data}>
          {t('withData', { name: test.customer.name })}
          <Button size="sm" kind="ghost" onClick={test.dropData}>
            {t('dropData')}
          </Button>
        </p>
      )}
      {rows.length === 0 ? <span className="muted">{t('noVariables')}</span> : <VariableTable rows={rows} />}
    </section>
  );
}

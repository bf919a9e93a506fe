/** A conversation with the prompt as an invented customer: the model is called, nothing is sent. */
import { MAX_TRY_MESSAGES } from '@balcao/contract/endpoints/prompts';
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { useTryPrompt, type Prompt, type PromptTried } from '../../entities/prompts/prompts.api.ts';
import { formatMicros } from '../../entities/ai-usage/micros.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Chip, IconButton, TextField, Tooltip, useToast } from '../../ui/index.ts';
import css from './try.module.css';
import type { PromptForm } from './prompt-form.ts';
import { tryTexts } from './try.texts.ts';
import { TriedTurn } from './tried-turn.tsx';

interface Turn {
  text: string;
  /** Undefined while the answer is awaited. */
  result: PromptTried | undefined;
}
interface TryPanelProps {
  prompt: Prompt | undefined;
  form: PromptForm;
  ref?: Ref<HTMLElement>;
}

export function TryPanel({ prompt, form, ref }: TryPanelProps) {
  const t = useTexts(tryTexts);
  return (
    <section className={css.panel} ref={ref} aria-label={t('title')}>
      {prompt ? (
        <Trial prompt={prompt} form={form} />
      ) : (
        <>
          <header className={css.head}>
            <h2>{t('title')}</h2>
          </header>
          <p className={css.hint}>{t('saveFirst')}</p>
        </>
      )}
    </section>
  );
}

function Trial({ prompt, form }: { prompt: Prompt; form: PromptForm }) {
  const t = useTexts(tryTexts);
  const toast = useToast();
  const attempt = useTryPrompt(prompt.id);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    const written = text.trim();
    if (written === '' || attempt.isPending) return;
    setText('');
    setTurns([...turns, { text: written, result: undefined }]);
    attempt.mutate(
      { messages: messagesOf(turns, written), draft: draftOf(form) },
      {
        onSuccess: (result) => setTurns([...turns, { text: written, result }]),
        onError: (error) => {
          // What was typed returns to the field.
          setTurns(turns);
          setText(written);
          toast.failed(error);
        },
      },
    );
  };
  return (
    <>
      <header className={css.head}>
        <h2>{t('title')}</h2>
        {form.dirty && (
          <Tooltip label={t('draftHint')}>
            <span>
              <Chip small>{t('draft')}</Chip>
            </span>
          </Tooltip>
        )}
        <span className={css.grow} />
        <Button
          kind="ghost"
          size="sm"
          icon="refresh"
          disabled={turns.length === 0 || attempt.isPending}
          onClick={() => setTurns([])}
        >
          {t('clear')}
        </Button>
      </header>
      <Thread turns={turns} />
      <form className={css.composer} onSubmit={send}>
        <div className={css.field}>
          <TextField
            label={t('message')}
            placeholder={t('message')}
            maxLength={4096}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <IconButton icon="send" type="submit" label={t('send')} disabled={text.trim() === '' || attempt.isPending} />
      </form>
      <Total turns={turns} />
    </>
  );
}

function Thread({ turns }: { turns: readonly Turn[] }) {
  const t = useTexts(tryTexts);
  const thread = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  useEffect(() => {
    // Only the conversation is scrolled; the page stays.
    if (thread.current) thread.current.scrollTop = thread.current.scrollHeight;
  }, [last]);
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.thread} ref={thread} role="log" aria-label={t('messages')} tabIndex={0} data-channel="whatsapp">
      {turns.length === 0 && <p className={css.event}>{t('start')}</p>}
      {turns.map(({ text, result }, at) => (
        <div className={css.turn} key={at}>
          <p className={css.own}>{text}</p>
          {result ? <TriedTurn result={result} /> : <p className={css.event}>{t('waiting')}</p>}
        </div>
      ))}
    </div>
  );
}

function Total({ turns }: { turns: readonly Turn[] }) {
  const t = useTexts(tryTexts);
  const usages = turns.flatMap(({ result }) => result?.usage ?? []);
  const cost = formatMicros(usages.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0));
  const count = usages.filter(({ costMicros }) => costMicros === null).length;
  return <p className={css.total}>{count === 0 ? t('total', { cost }) : t('totalAndMore', { cost, count })}</p>;
}

/** Oldest first, with the new message last. A turn without an answer is left out. */
function messagesOf(turns: readonly Turn[], written: string) {
  const earlier = turns.flatMap(({ text, result }) =>
    result?.text
      ? [
          { from: 'customer' as const, text },
          { from: 'prompt' as const, text: result.text },
        ]
      : [],
  );
  return [...earlier, { from: 'customer' as const, text: written }].slice(-MAX_TRY_MESSAGES);
}

/** What is typed in the form, saved or not. */
const draftOf = ({ watch }: PromptForm) => ({
  prompt: String(watch('prompt')),
  model: String(watch('model') ?? ''),
  maxTokens: Number(watch('maxTokens')),
  temperature: Number(watch('temperature')),
  maxMessages: Number(watch('maxMessages')),
});

import { useState, type FormEvent } from 'react';
import { useTryPhrase, type Phrase } from '../../entities/phrases/phrases.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, TextField, useToast } from '../../ui/index.ts';
import { ConnectionChoice } from './phrase-dialog.tsx';
import css from './phrases.module.css';
import { phraseTexts } from './phrases.texts.ts';

/** Shows which flow a message would start, with the rules of the bot. */
export function TryPhrase({ onClose }: { onClose: () => void }) {
  const t = useTexts(phraseTexts);
  const toast = useToast();
  const attempt = useTryPhrase();
  const [text, setText] = useState('');
  const [connectionId, setConnectionId] = useState(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate({ text, whatsappId: connectionId === 0 ? null : connectionId }, { onError: toast.failed });
  };
  return (
    <Dialog
      title={t('tryOut')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <Button kind="primary" type="submit" busy={attempt.isPending} disabled={text.trim() === ''}>
          {t('run')}
        </Button>
      }
    >
      <p className="muted">{t('tryText')}</p>
      <TextField
        label={t('message')}
        maxLength={4096}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ConnectionChoice value={connectionId} onChange={setConnectionId} />
      <div className={css.result} role="status">
        {attempt.data && <Result matches={attempt.data.matches} />}
      </div>
    </Dialog>
  );
}

function Result({ matches: [first, ...others] }: { matches: readonly Phrase[] }) {
  const t = useTexts(phraseTexts);
  if (!first) return <p>{t('noMatch')}</p>;
  return (
    <>
      <p>{t('startsFlow', { name: first.name, flow: first.flow?.name ?? '' })}</p>
      {others.length > 0 && (
        <p className="muted">{t('alsoMatch', { names: others.map(({ name }) => name).join(', ') })}</p>
      )}
    </>
  );
}

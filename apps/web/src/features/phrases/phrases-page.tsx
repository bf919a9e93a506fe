/** The /phrase-lists screen: phrases of customers that start a flow. */
import { useState } from 'react';
import { usePhrases, useSetPhraseStatus, type Phrase } from '../../entities/phrases/phrases.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, SearchTablePage, StatusPill, Switch, useToast, type Column, EditAndRemove } from '../../ui/index.ts';
import { PhraseDialog } from './phrase-dialog.tsx';
import css from './phrases.module.css';
import { phraseTexts } from './phrases.texts.ts';
import { RemovePhrase } from './remove-phrase.tsx';
import { TryPhrase } from './try-phrase.tsx';

export function PhrasesPage() {
  const t = useTexts(phraseTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Phrase | 'new'>();
  const [removing, setRemoving] = useState<Phrase>();
  const [isTrying, setTrying] = useState(false);
  const phrases = usePhrases(search);
  const columns = useColumns({ onOpen: setOpen, onRemove: setRemoving });
  const rows = phrases.data?.flow ?? [];
  return (
    <SearchTablePage
      title={t('title')}
      actions={
        <Button icon="play" onClick={() => setTrying(true)}>
          {t('tryOut')}
        </Button>
      }
      search={{ value: search, onChange: setSearch, t }}
      add={{ label: t('add'), onClick: () => setOpen('new') }}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      toneOf={({ conflicts, status }) => (status && conflicts.length > 0 ? 'warn' : undefined)}
      hasMore={false}
      onMore={() => {}}
      loading={phrases.isPending}
      error={phrases.error && errorText(phrases.error, language)}
      onRetry={() => void phrases.refetch()}
      empty={{ icon: 'phrase', title: t('emptyTitle'), text: t('emptyText') }}
    >
      {phrases.data?.hasMore && <p className="muted">{t('moreExist')}</p>}
      {open && <PhraseDialog phrase={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
      {removing && <RemovePhrase phrase={removing} onClose={() => setRemoving(undefined)} />}
      {isTrying && <TryPhrase onClose={() => setTrying(false)} />}
    </SearchTablePage>
  );
}

interface ColumnActions {
  onOpen: (phrase: Phrase) => void;
  onRemove: (phrase: Phrase) => void;
}

function useColumns({ onOpen, onRemove }: ColumnActions): Column<Phrase>[] {
  const t = useTexts(phraseTexts);
  const canRemove = useCan('contact.delete');
  return [
    { key: 'name', head: t('name'), primary: true, cell: ({ name }) => <span className="cut">{name}</span> },
    { key: 'phrase', head: t('phrase'), cell: (phrase) => <Words phrase={phrase} /> },
    {
      key: 'flow',
      head: t('flow'),
      cell: ({ flow }) =>
        flow === null ? (
          <StatusPill tone="danger">{t('flowGone')}</StatusPill>
        ) : (
          <span className="cut">{flow.active ? flow.name : t('flowOff', { name: flow.name })}</span>
        ),
    },
    {
      key: 'connection',
      head: t('connection'),
      spare: true,
      cell: ({ whatsapp }) => (
        <span className={whatsapp ? 'cut' : 'muted'}>{whatsapp?.name ?? t('anyConnection')}</span>
      ),
    },
    { key: 'status', head: t('status'), firm: true, width: '88px', cell: (phrase) => <StatusSwitch phrase={phrase} /> },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (phrase) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { name: phrase.name }), onClick: () => onOpen(phrase) }}
          remove={canRemove && { label: t('removeNamed', { name: phrase.name }), onClick: () => onRemove(phrase) }}
        />
      ),
    },
  ];
}

function Words({ phrase: { phrase, mode, status, conflicts } }: { phrase: Phrase }) {
  const t = useTexts(phraseTexts);
  const names = conflicts.map(({ name }) => name).join(', ');
  return (
    <span className={css.words}>
      <span className="cut">
        <span className="muted">{t(mode)}</span> {phrase}
      </span>
      {status && conflicts.length > 0 && <span className={css.conflict}>{t('conflict', { names })}</span>}
    </span>
  );
}

function StatusSwitch({ phrase: { id, name, status } }: { phrase: Phrase }) {
  const t = useTexts(phraseTexts);
  const toast = useToast();
  const change = useSetPhraseStatus();
  return (
    <span className={css.switch}>
      <Switch
        label={t('activeNamed', { name })}
        checked={change.isPending ? change.variables.status : status}
        disabled={change.isPending}
        onChange={(next) =>
          change.mutate(
            { id, status: next },
            toast.outcome(t('changed'), () => {}),
          )
        }
      />
    </span>
  );
}

import type { Prompt } from '../../entities/prompts/prompts.api.ts';
import { formatMicros } from '../../entities/ai-usage/micros.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ColorDot, IconButton, StatusPill, type Column, EditAndRemove } from '../../ui/index.ts';
import css from './prompts.module.css';
import { promptTexts } from './prompts.texts.ts';
import { useVoiceText } from './voice-text.ts';

interface ColumnActions {
  onEdit: (prompt: Prompt) => void;
  onTry: (prompt: Prompt) => void;
  onRemove: (prompt: Prompt) => void;
}

export function usePromptColumns({ onEdit, onTry, onRemove }: ColumnActions): Column<Prompt>[] {
  const t = useTexts(promptTexts);
  const voiceText = useVoiceText();
  return [
    { key: 'name', head: t('name'), primary: true, cell: (prompt) => <Name prompt={prompt} /> },
    { key: 'queue', head: t('queue'), cell: ({ queue }) => <Queue queue={queue} /> },
    {
      key: 'maxTokens',
      head: t('maxTokens'),
      align: 'right',
      firm: true,
      spare: 'least',
      width: '112px',
      cell: ({ maxTokens }) => formatNumber(maxTokens),
    },
    {
      key: 'answer',
      head: t('answer'),
      spare: true,
      width: '132px',
      cell: ({ voice }) => <span className="muted">{voiceText(voice)}</span>,
    },
    {
      key: 'uses',
      head: t('uses'),
      align: 'right',
      firm: true,
      width: '108px',
      cell: ({ usage }) => formatNumber(usage.calls),
    },
    { key: 'spent', head: t('spent'), firm: true, width: '132px', cell: ({ usage }) => <Spent usage={usage} /> },
    {
      key: 'actions',
      head: '',
      width: '124px',
      cell: (prompt) => (
        <>
          <IconButton icon="play" label={t('tryNamed', { name: prompt.name })} onClick={() => onTry(prompt)} />
          <EditAndRemove
            edit={{ label: t('editNamed', { name: prompt.name }), onClick: () => onEdit(prompt) }}
            remove={{ label: t('removeNamed', { name: prompt.name }), onClick: () => onRemove(prompt) }}
          />
        </>
      ),
    },
  ];
}

function Name({ prompt: { name, usedBy, keyRefusedAt } }: { prompt: Prompt }) {
  const t = useTexts(promptTexts);
  const users = [...usedBy.connections, ...usedBy.flows].map((user) => user.name);
  return (
    <span className={css.two}>
      <span className="cut">{name}</span>
      {keyRefusedAt !== null && (
        <span className={css.refused}>
          <StatusPill tone="danger">{t('keyRefused')}</StatusPill> {t('keyRefusedDo')}
        </span>
      )}
      <span className="cut">{users.length === 0 ? t('notUsed') : `${t('usedBy')}: ${users.join(', ')}`}</span>
    </span>
  );
}

function Queue({ queue }: { queue: Prompt['queue'] }) {
  const t = useTexts(promptTexts);
  if (!queue) return <span className="muted">{t('queueGone')}</span>;
  return (
    <span className={css.queue}>
      <ColorDot color={queue.color} />
      <span className="cut">{queue.name}</span>
    </span>
  );
}

function Spent({ usage: { costMicros, calls, unpricedCalls } }: { usage: Prompt['usage'] }) {
  const t = useTexts(promptTexts);
  const isUnknown = calls > 0 && unpricedCalls === calls;
  return (
    <span className={css.two}>
      <span className="num">{isUnknown ? t('unpriced') : formatMicros(costMicros)}</span>
      {unpricedCalls > 0 && !isUnknown && <span>{t('unpricedCalls', { count: formatNumber(unpricedCalls) })}</span>}
    </span>
  );
}

/** Forgetting one person for ever: said before, confirmed by name, and followed to the receipt. */
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, useToast } from '../../ui/index.ts';
import { useErase, useErasure, type Person } from './privacy.api.ts';
import css from './privacy.module.css';
import { privacyTexts } from './privacy.texts.ts';
import { Progress } from './progress.tsx';
import { Receipt } from './receipts.tsx';

export function PersonErasure({
  person,
  erasureId,
  onBegun,
}: {
  person: Person;
  erasureId: number | null;
  onBegun: (id: number) => void;
}) {
  const t = useTexts(privacyTexts);
  const toast = useToast();
  const erase = useErase(person.id);
  const [asking, setAsking] = useState(false);
  if (erasureId !== null) return <UnderWay id={erasureId} />;
  return (
    <>
      <p className={css.text}>{t('eraseText')}</p>
      <p className={css.text}>{t('eraseLater')}</p>
      <div>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {t('eraseNow')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          danger
          title={t('eraseTitle', { name: person.name })}
          text={t('eraseAsk')}
          safe={t('keep')}
          verb={t('eraseVerb')}
          typeToConfirm={person.name.trim()}
          busy={erase.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => erase.mutate(person.name, { onSuccess: ({ id }) => onBegun(id), onError: toast.failed })}
        />
      )}
    </>
  );
}

function UnderWay({ id }: { id: number }) {
  const t = useTexts(privacyTexts);
  const { data } = useErasure(id);
  if (data?.state === 'done')
    return (
      <div className={css.receipt} role="status">
        <strong>{t('erased')}</strong>
        <Receipt erasure={data} />
      </div>
    );
  const how =
    data && data.total > 0 && t('erasingHow', { done: formatNumber(data.done), total: formatNumber(data.total) });
  return (
    <Progress done={data?.done ?? 0} total={data?.total ?? 0} label={[t('erasing'), how].filter(Boolean).join(' ')} />
  );
}

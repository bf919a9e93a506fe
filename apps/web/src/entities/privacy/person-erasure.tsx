/** Erases one person: explained, confirmed by typing the name, followed up to the receipt. */
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, useToast } from '../../ui/index.ts';
import { useErase, useErasure, type DataSubject } from './privacy.api.ts';
import css from './privacy.module.css';
import { privacyTexts } from './privacy.texts.ts';
import { Progress } from './progress.tsx';
import { Receipt } from './receipts.tsx';

export function PersonErasure({
  contact,
  erasureId,
  onStarted,
}: {
  contact: DataSubject;
  erasureId: number | null;
  onStarted: (id: number) => void;
}) {
  const t = useTexts(privacyTexts);
  const toast = useToast();
  const erase = useErase(contact.id);
  const [isConfirming, setIsConfirming] = useState(false);
  if (erasureId !== null) return <ErasureProgress id={erasureId} />;
  return (
    <>
      <p className={css.text}>{t('eraseText')}</p>
      <p className={css.text}>{t('eraseLater')}</p>
      <div>
        <Button kind="danger" icon="trash" onClick={() => setIsConfirming(true)}>
          {t('eraseNow')}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          danger
          title={t('eraseTitle', { name: contact.name })}
          text={t('eraseAsk')}
          safe={t('keep')}
          verb={t('eraseVerb')}
          typeToConfirm={contact.name.trim()}
          busy={erase.isPending}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => erase.mutate(contact.name, { onSuccess: ({ id }) => onStarted(id), onError: toast.failed })}
        />
      )}
    </>
  );
}

function ErasureProgress({ id }: { id: number }) {
  const t = useTexts(privacyTexts);
  const { data } = useErasure(id);
  if (data?.state === 'done')
    return (
      <div className={css.receipt} role="status">
        <strong>{t('erased')}</strong>
        <Receipt erasure={data} />
      </div>
    );
  const progressText =
    data && data.total > 0 && t('erasingHow', { done: formatNumber(data.done), total: formatNumber(data.total) });
  return (
    <Progress
      done={data?.done ?? 0}
      total={data?.total ?? 0}
      label={[t('erasing'), progressText].filter(Boolean).join(' ')}
    />
  );
}

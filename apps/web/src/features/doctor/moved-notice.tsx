import { useState } from 'react';
import { useConfirmMove, type DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, cx, Icon, useToast } from '../../ui/index.ts';
import css from './doctor.module.css';
import { doctorTexts } from './doctor.texts.ts';

/** A company that was moved in does nothing by itself until a person says that no other server acts for it. */
export function MovedNotice({ moved: { companyId, movedAt } }: { moved: DoctorReport['moved'][number] }) {
  const t = useTexts(doctorTexts);
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const confirm = useConfirmMove();
  const company = String(companyId);
  return (
    <section className={cx(css.card, css.verdict)} role="alert">
      <span className={cx(css.verdictIcon, css.warning)}>
        <Icon name="alert" size={20} />
      </span>
      <div className={css.grow}>
        <h2>{t('moved', { company, at: formatDateTime(movedAt) })}</h2>
        <p>{t('movedText')}</p>
      </div>
      <Button kind="primary" onClick={() => setAsking(true)}>
        {t('confirmMove')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('confirmMoveTitle', { company })}
          text={t('movedText')}
          verb={t('confirmMove')}
          busy={confirm.isPending}
          onConfirm={() =>
            confirm.mutate(companyId, {
              onSuccess: () => toast.done(t('moveConfirmed', { company })),
              onError: toast.failed,
              onSettled: () => setAsking(false),
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

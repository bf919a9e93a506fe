import { useState } from 'react';
import { useConfirmRestored, useContinueSending, type DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, cx, Icon, useToast } from '../../ui/index.ts';
import css from './doctor.module.css';
import { doctorTexts } from './doctor.texts.ts';

/** A restored server does nothing by itself until a person decides, twice: that it is alone, and that messages go out. */
export function RestoredNotice({ restored }: { restored: NonNullable<DoctorReport['restored']> }) {
  const t = useTexts(doctorTexts);
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const confirm = useConfirmRestored();
  const proceed = useContinueSending();
  const isPassive = restored.stage === 'passive';
  const action = isPassive ? confirm : proceed;
  const verb = t(isPassive ? 'confirmOnly' : 'continueSending');
  const text = t(isPassive ? 'restoredPassiveText' : 'restoredReceivingText');
  return (
    <section className={cx(css.card, css.verdict)} role="alert">
      <span className={cx(css.verdictIcon, css.warning)}>
        <Icon name="alert" size={20} />
      </span>
      <div className={css.grow}>
        <h2>
          {isPassive
            ? t('restoredPassive', { at: formatDateTime(restored.restoredTo) })
            : t('restoredReceiving', { count: formatNumber(restored.waiting) })}
        </h2>
        <p>{text}</p>
      </div>
      <Button kind="primary" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t(isPassive ? 'confirmTitle' : 'continueTitle')}
          text={text}
          verb={verb}
          busy={action.isPending}
          onConfirm={() => action.mutate(undefined, { onError: toast.failed, onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

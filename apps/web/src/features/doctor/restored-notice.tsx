import { useConfirmRestored, useContinueSending, type DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { DecisionNotice } from './decision-notice.tsx';
import { doctorTexts } from './doctor.texts.ts';

/** A restored server does nothing by itself until a person decides, twice: that it is alone, and that messages go out. */
export function RestoredNotice({ restored }: { restored: NonNullable<DoctorReport['restored']> }) {
  const t = useTexts(doctorTexts);
  const toast = useToast();
  const confirm = useConfirmRestored();
  const proceed = useContinueSending();
  const isPassive = restored.stage === 'passive';
  const action = isPassive ? confirm : proceed;
  return (
    <DecisionNotice
      title={
        isPassive
          ? t('restoredPassive', { at: formatDateTime(restored.restoredTo) })
          : t('restoredReceiving', { count: formatNumber(restored.waiting) })
      }
      text={t(isPassive ? 'restoredPassiveText' : 'restoredReceivingText')}
      verb={t(isPassive ? 'confirmOnly' : 'continueSending')}
      question={t(isPassive ? 'confirmTitle' : 'continueTitle')}
      busy={action.isPending}
      onConfirm={(onSettled) => action.mutate(undefined, { onError: toast.failed, onSettled })}
    />
  );
}

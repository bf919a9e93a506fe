import { useConfirmMove, type DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { DecisionNotice } from './decision-notice.tsx';
import { doctorTexts } from './doctor.texts.ts';

/** A company that was moved in does nothing by itself until a person says that no other server acts for it. */
export function MovedNotice({ moved: { companyId, movedAt } }: { moved: DoctorReport['moved'][number] }) {
  const t = useTexts(doctorTexts);
  const toast = useToast();
  const confirm = useConfirmMove();
  const company = String(companyId);
  return (
    <DecisionNotice
      title={t('moved', { company, at: formatDateTime(movedAt) })}
      text={t('movedText')}
      verb={t('confirmMove')}
      question={t('confirmMoveTitle', { company })}
      busy={confirm.isPending}
      onConfirm={(onSettled) =>
        confirm.mutate(companyId, {
          onSuccess: () => toast.done(t('moveConfirmed', { company })),
          onError: toast.failed,
          onSettled,
        })
      }
    />
  );
}

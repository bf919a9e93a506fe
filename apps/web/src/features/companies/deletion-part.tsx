import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { useState } from 'react';
import { useRemoveCompany, useRestoreCompany } from '../../entities/companies/companies.api.ts';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, useToast } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import css from './companies.module.css';
import type { PartProps } from './part.ts';

export function DeletionPart({ company }: PartProps) {
  const t = useTexts(companyTexts);
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveCompany();
  const restore = useRestoreCompany();
  if (company.id === OWNER_COMPANY_ID) return <p className="muted">{t('ownerText')}</p>;
  if (company.deleteAt)
    return (
      <div className={css.part}>
        <p>{t('trashText', { date: formatDate(company.deleteAt) })}</p>
        <div>
          <Button
            icon="history"
            busy={restore.isPending}
            onClick={() =>
              restore.mutate(
                company.id,
                toast.outcome(t('restored'), () => {}),
              )
            }
          >
            {t('restore')}
          </Button>
        </div>
      </div>
    );
  const confirm = () =>
    remove.mutate(
      { companyId: company.id, name: company.name },
      {
        onSuccess: ({ deleteAt }) => {
          toast.done(t('removed', { date: formatDate(deleteAt ?? '') }));
          setAsking(false);
        },
        onError: toast.failed,
      },
    );
  return (
    <div className={css.part}>
      <h3>{t('removeHeading')}</h3>
      <p className="muted">{t('removeText')}</p>
      <div>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { name: company.name })}
          text={t('removeText')}
          verb={t('remove')}
          typeToConfirm={company.name}
          busy={remove.isPending}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

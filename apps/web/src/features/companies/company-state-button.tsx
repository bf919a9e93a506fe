import type { PlatformCompany } from '@balcao/contract/endpoints/platform';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { useState } from 'react';
import { useChangeCompany } from '../../entities/companies/companies.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, useToast } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';

/** Deactivates a company once its name was typed, or activates it. A deleted company is restored instead. */
export function CompanyStateButton({ company }: { company: PlatformCompany }) {
  const t = useTexts(companyTexts);
  const toast = useToast();
  const change = useChangeCompany();
  const [isAsking, setAsking] = useState(false);
  if (company.id === OWNER_COMPANY_ID || company.deleteAt !== null) return null;
  const setActive = (status: boolean) =>
    change.mutate(
      { companyId: company.id, status },
      toast.outcome(t(status ? 'activated' : 'deactivated'), () => setAsking(false)),
    );
  if (!company.status)
    return (
      <Button busy={change.isPending} onClick={() => setActive(true)}>
        {t('activate')}
      </Button>
    );
  return (
    <>
      <Button kind="danger-ghost" onClick={() => setAsking(true)}>
        {t('deactivate')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('deactivateTitle', { name: company.name })}
          text={t('isActiveText')}
          verb={t('deactivate')}
          typeToConfirm={company.name}
          busy={change.isPending}
          onConfirm={() => setActive(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

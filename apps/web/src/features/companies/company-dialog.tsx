import { CompanyDraft, type PlatformCompany } from '@balcao/contract/endpoints/platform';
import { useCreateCompany } from '../../entities/companies/companies.api.ts';
import { usePlans } from '../../entities/plans/plans.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, useToast } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import { CompanyFields, useCompanyForm, valuesOf } from './company-form.tsx';

interface CompanyDialogProps {
  onClose: () => void;
  onCreated: (company: PlatformCompany) => void;
}

/** A new company with its first admin. */
export function CompanyDialog(props: CompanyDialogProps) {
  const plans = usePlans();
  // The form starts with the first plan, so it waits for the plans.
  return plans.isPending ? null : <Filled {...props} planId={plans.data?.[0]?.id} />;
}

function Filled({ planId, onClose, onCreated }: CompanyDialogProps & { planId: number | undefined }) {
  const t = useTexts(companyTexts);
  const toast = useToast();
  const create = useCreateCompany();
  const form = useCompanyForm({
    schema: CompanyDraft,
    values: { ...valuesOf(undefined, planId), dueDate: undefined },
    save: async (draft) => onCreated(await create.mutateAsync(draft)),
    ...toast.saved(t('created'), onClose),
  });
  return (
    <FormDialog title={t('add')} width={640} form={form} verb={t('create')} onClose={onClose}>
      <CompanyFields form={form} />
    </FormDialog>
  );
}

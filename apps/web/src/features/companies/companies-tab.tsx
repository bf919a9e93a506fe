import { useNavigate } from '@tanstack/react-router';
import { CompanyList } from './companies-page.tsx';

/** The companies as a tab of the settings; one of them opens on its own screen. */
export function CompaniesTab() {
  const navigate = useNavigate();
  return <CompanyList openId={undefined} onOpen={(id) => void navigate({ to: `/companies/${id}` })} />;
}

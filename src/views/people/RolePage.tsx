import UserPage from './UserPage.tsx';

/** The page of a user, with the question or the form open (`admin/manageUsers/role`). */
export default function RolePage() {
  return <UserPage opens="role" />;
}

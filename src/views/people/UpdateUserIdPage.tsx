import UserPage from './UserPage.tsx';

/** The page of a user, with the question or the form open (`admin/manageUsers/updateUserId`). */
export default function UpdateUserIdPage() {
  return <UserPage opens="updateUserId" />;
}

/** The schemas of the rules of form fields, whose code the forms need only when something is entered. */
export {
  Email as email,
  FirstName as firstName,
  LastName as lastName,
  LoginPassword as loginPassword,
  NewPassword as newPassword,
  ProfileBoatClass as boatClass,
  ProfilePassword as profilePassword,
  ReasonToOpen as reasonToOpen,
  ReplyContent as reply,
} from "@leebow/api/contract";

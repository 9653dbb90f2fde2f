/** A place among the boats; "not sure" where it and another one could be the other way round. */
export const PlaceText = ({ place, isSure }: { place: number; isSure: boolean }) => (
  <>
    {!isSure && <span className="caption">not sure </span>}
    <b>{place}</b>
  </>
);
